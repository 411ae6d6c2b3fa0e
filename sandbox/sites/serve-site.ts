import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Site, SitePage } from './site.ts'
import { requestBody } from '../request-body.ts'

export interface ServedSite {
  readonly host: string
  /** On this machine. */
  readonly origin: string
  /** Requests that arrived, as `METHOD /path`. */
  readonly reached: readonly string[]
  close(): Promise<void>
}

/** Serves a site on a free port of loopback. */
export async function serveSite(site: Site): Promise<ServedSite> {
  const reached: string[] = []
  const waiting = new Set<NodeJS.Timeout>()
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname
    reached.push(`${request.method} ${path}`)
    const page = Object.hasOwn(site.pages, path) ? site.pages[path]! : site.otherwise
    void send(page, path, request, response, waiting)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: site.host,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reached,
    async close() {
      for (const timer of waiting) clearTimeout(timer)
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function send(
  page: SitePage,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  waiting: Set<NodeJS.Timeout>,
): Promise<void> {
  if ('raw' in page) return page.raw(request, response)
  const {
    status = 200,
    type = 'text/plain',
    headers = {},
    body = '',
    waitMs = 0,
  } = typeof page === 'function'
    ? page({ method: request.method ?? 'GET', path, headers: request.headers, body: await requestBody(request) })
    : page
  const answer = () => void response.writeHead(status, { 'content-type': type, ...headers }).end(body)
  if (waitMs === 0) return answer()
  const timer = setTimeout(() => (waiting.delete(timer), answer()), waitMs)
  waiting.add(timer)
}
