import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SiteLimits } from '../../../src/net/site-limits.ts'
import type { ResolveHost } from '../../../src/net/resolve-host.ts'
import { systemClock, systemTimers } from '../../../src/ops/system.ts'
import { silentLog, type Log } from '../../../src/shared/log.ts'
import { openBrowserDirectory } from '../installation/browser-directory.ts'
import { browserUser } from '../installation/browser-user.ts'
import { findBrowser } from '../installation/find-browser.ts'
import { detectIsolation, type Isolation } from '../process/isolation.ts'
import { openRenderer, type OpenRendererSettings } from './open-renderer.ts'
import type { OpenedRenderer, PdfDocumentAsked, ScreenshotAsked } from './renderer.ts'
import { runnableNode } from '../installation/runnable-node.ts'

/** Whether these tests can run. On a machine for which there is no browser they say so, and are left out. */
export const browserHere = (await findBrowser(process.env['BROWSER_PATH'] ?? null)) !== null
if (!browserHere)
  console.warn('There is no browser on this machine: the tests that render pages are left out. See goods/rendering/README.md.')

/** Where tests unpack the browser. */
export const directoryHere = join(tmpdir(), `farthing-browser-${process.getuid?.() ?? 0}`)

/** What isolates a browser on this machine. */
export async function isolationHere(): Promise<Isolation> {
  const user = await browserUser()
  return detectIsolation({ user, scratch: tmpdir(), node: await runnableNode(user, await openBrowserDirectory(directoryHere)) })
}

/** A real browser, a real site on loopback that counts as public, and what the proxy logged. */
export interface Rendering {
  readonly renderer: OpenedRenderer
  /** Of the site. Every name below `.example` leads to it, unless `zone` says otherwise. */
  readonly port: number
  /** What the site answers, by path; the empty path answers all others. */
  readonly pages: Map<string, RequestListener | string>
  readonly requests: IncomingMessage[]
  /** The site, for another server. */
  readonly answer: RequestListener
  readonly zone: Map<string, () => readonly string[]>
  /** What was logged, as objects. */
  readonly logged: Record<string, unknown>[]
  url(path: string, host?: string): string
  close(): Promise<void>
}

export async function openRendering(
  settings: Partial<OpenRendererSettings> = {},
  { sites, endpoints = [] }: { readonly sites?: SiteLimits; readonly endpoints?: readonly string[] } = {},
): Promise<Rendering> {
  const pages: Rendering['pages'] = new Map()
  const requests: IncomingMessage[] = []
  const answer: RequestListener = (request, response) => {
    requests.push(request)
    const page = pages.get((request.url ?? '').split('?')[0] ?? '') ?? pages.get('')
    if (typeof page === 'function') return page(request, response)
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page ?? '')
  }
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const zone: Rendering['zone'] = new Map()
  const resolve: ResolveHost = async (name) => {
    const found = zone.get(name)
    if (found) return found()
    if (name.endsWith('.example')) return ['127.0.0.1']
    throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  }
  const logged: Record<string, unknown>[] = []
  const note = (fields: object) => void logged.push(fields as Record<string, unknown>)
  const log: Log = { ...silentLog, info: note, warn: note, error: note, child: () => log }
  const renderer = await openRenderer(
    {
      path: process.env['BROWSER_PATH'] ?? null,
      directories: [directoryHere],
      requireIsolation: true,
      maxPages: 2,
      maxWaiting: 6,
      pageMs: 15_000,
      maxMemoryBytes: 700_000_000,
      idleMs: 60_000,
      contactUrl: 'https://farthing.example',
      allowedEndpoints: new Set([`127.0.0.1:${port}`, ...endpoints]),
      ...settings,
    },
    { clock: systemClock, timers: systemTimers, log, resolve, ...(sites ? { sites } : {}) },
  )
  if (!renderer) throw new Error('there is no isolated browser on this machine')
  return {
    renderer,
    port,
    pages,
    requests,
    answer,
    zone,
    logged,
    url: (path, host = 'site.example') => `http://${host}:${port}${path}`,
    async close() {
      await renderer.close()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** A small picture of the window, unless asked for otherwise. */
export function pictureOf(url: string, asked: Partial<ScreenshotAsked> = {}): ScreenshotAsked {
  return {
    url,
    width: 400,
    height: 300,
    deviceScale: 1,
    fullPage: false,
    dark: false,
    wait: { kind: 'load' },
    waitMs: 5_000,
    selector: null,
    format: 'png',
    blocked: [],
    ...asked,
  }
}

/** An A4 page with margins of an inch, unless asked for otherwise. */
export function pdfOf(source: PdfDocumentAsked['source'], asked: Partial<PdfDocumentAsked> = {}): PdfDocumentAsked {
  return {
    source,
    paper: { width: 8.27, height: 11.69 },
    margins: { top: 1, right: 1, bottom: 1, left: 1 },
    landscape: false,
    header: null,
    footer: null,
    title: null,
    ...asked,
  }
}

export const inTime = new AbortController().signal
