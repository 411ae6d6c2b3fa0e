import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserHere, inTime, isolationHere, openRendering, pdfOf, pictureOf, type Rendering } from './rendering.fixture.ts'
import { isIsolated } from '../process/isolation.ts'
import { spellings, waysInPages } from './private-addresses.fixture.ts'
import { childrenOf } from '../process/process-memory.ts'
import { ourselves } from '../../../src/shared/caller.ts'

// One browser for all of it. What takes more than a moment is in the full tests beside this file.
let rendering: Rendering
/** A private service of this machine. Nothing may arrive there. */
const victim = createServer((request, response) => {
  arrived.push(request.url ?? '')
  response.end('secret')
})
const arrived: string[] = []
beforeAll(async () => {
  if (!browserHere) return
  victim.listen(0, '0.0.0.0')
  await once(victim, 'listening')
  rendering = await openRendering()
})
afterAll(async () => {
  if (!browserHere) return
  await rendering.close()
  victim.close().closeAllConnections()
})

describe.runIf(browserHere)('a page', () => {
  test('is shown with its colours, and with its final URL, status and title', async () => {
    rendering.pages.set('/red', '<title>Red &amp; more</title><body style="margin:0;background:#c03030"><p>x')
    rendering.pages.set('/moved', (_, response) => void response.writeHead(301, { location: '/red?x=1' }).end())
    const shown = await rendering.renderer.screenshot(pictureOf(rendering.url('/moved')), inTime)
    expect(shown).toMatchObject({ url: rendering.url('/red?x=1'), status: 200, title: 'Red & more', loaded: true, limits: [] })
    const { width, height, data } = PNG.sync.read(Buffer.from(shown.picture.bytes))
    expect([width, height, ...data.subarray(4 * (width * height - 1), 4 * (width * height - 1) + 3)]).toEqual([400, 300, 0xc0, 0x30, 0x30])
  })

  test('is followed where it leads, but not into a private network', async () => {
    rendering.pages.set('/target', '<title>Target</title><body style="margin:0;background:#c03030"><p>x')
    rendering.pages.set('/from', `<meta http-equiv=refresh content="0;url=/target">`)
    rendering.pages.set('/inward', `<script>onload = () => { location.href = 'http://10.1.1.1/' }</script>`)
    const shown = await rendering.renderer.screenshot(pictureOf(rendering.url('/from')), inTime)
    expect(shown).toMatchObject({ url: rendering.url('/target'), title: 'Target', loaded: true })
    await expect(rendering.renderer.screenshot(pictureOf(rendering.url('/inward')), inTime)).rejects.toMatchObject({
      code: 'page_unreachable',
    })
  })

  test('is shown whole with what loads when it is seen, or where its fragment leads; it is loaded when nothing is missing', async () => {
    const body = '<!doctype html><body style="margin:0"><div style="height:3000px"></div>'
    rendering.pages.set('/frame', '<body style="margin:0;background:#c03030">')
    rendering.pages.set('/lazy', `${body}<iframe id=it src=/frame loading=lazy style="border:0;display:block;width:400px;height:400px">`)
    rendering.pages.set('/lost', '<img src=/nothing width=50 height=50>')
    for (const [path, asked, y] of [
      ['/lazy', { fullPage: true }, 3_200],
      ['/lazy#it', {}, 100],
    ] as const) {
      const { picture, loaded } = await rendering.renderer.screenshot(pictureOf(rendering.url(path), asked), inTime)
      const { data, width } = PNG.sync.read(Buffer.from(picture.bytes))
      expect([...data.subarray(4 * y * width, 4 * y * width + 3), loaded]).toEqual([0xc0, 0x30, 0x30, true])
    }
    const lost = await rendering.renderer.screenshot(pictureOf(rendering.url('/lost')), inTime)
    expect(lost).toMatchObject({ loaded: false, missing: [{ reason: 'image: its site answered 404' }] })
  })

  test('runs in a browser of another user or of namespaces of its own, without our environment', async () => {
    const isolation = await isolationHere()
    expect(isIsolated(isolation)).toBe(true)
    const [pid = 0] = rendering.renderer.pids()
    const [first = pid] = await childrenOf(pid)
    expect(await readFile(`/proc/${first}/environ`, 'utf8')).not.toContain('SIGNER')
    const status = await readFile(`/proc/${first}/status`, 'utf8')
    if (isolation.user) expect(Number(/^Uid:\s+(\d+)/m.exec(status)?.[1])).toBe(isolation.user.uid)
    const own = (process: number | 'self', kind: string) => stat(`/proc/${process}/ns/${kind}`).then(({ ino }) => ino)
    if (isolation.namespaces)
      for (const kind of ['mnt', 'pid', 'ipc', 'user']) expect(await own(first, kind)).not.toBe(await own('self', kind))
  })

  test('reaches no private address, however it is written, and by none of the ways within a page', async () => {
    const { port } = victim.address() as AddressInfo
    const urls = spellings.map(({ url }) => url.replace('PORT', String(port)))
    const ways = waysInPages.filter(({ framed }) => !framed)
    const marked = ways.map((way, index) =>
      way.markup({ url: `http://127.0.7.1:${port}/${index}`, hostPort: `127.0.7.1:${port}`, redirect: `/redirect/${index}`, index }),
    )
    rendering.pages.set('/redirect', (_, response) => void response.writeHead(302, { location: `http://127.0.7.1:${port}/` }).end())
    const fetches = `<script>for (const url of ${JSON.stringify(urls)}) fetch(url, { mode: 'no-cors' }).catch(() => {})</script>`
    rendering.pages.set('/inward', `<body>${fetches}${marked.join('\n')}`)
    await rendering.renderer.screenshot(pictureOf(rendering.url('/inward'), { wait: { kind: 'idle' } }), inTime)
    const refused = rendering.logged.map(({ target, reason }) => `${String(target)} ${String(reason)}`)
    for (const one of spellings) expect(refused).toContain(`${one.refused.replace('PORT', String(port))} ${one.reason}`)
    expect(refused).toContain(`127.0.7.1:${port} address`)
    expect(arrived).toEqual([])
  })
})

describe.runIf(browserHere)('a PDF', () => {
  test('of HTML has its pages, and reaches nothing', async () => {
    const before = rendering.requests.length
    const html = `<p>one<p style="break-before:page">two<img src="${rendering.url('/x.png')}">`
    const { document, refused } = await rendering.renderer.pdf(pdfOf({ html }), inTime)
    expect(Buffer.from(document.bytes).toString('latin1', 0, 5)).toBe('%PDF-')
    expect(document.pageCount).toBe(2)
    expect(rendering.requests.length).toBe(before)
    expect(refused).toContainEqual({
      target: `site.example:${rendering.port}`,
      reason: 'documents that are sent as text may reach nothing',
    })
  })

  test('is made by a browser of which a place is taken before and given back once', () => {
    const { renderer } = rendering
    const places = Array.from({ length: 8 }, () => renderer.admit(ourselves))
    expect(places).not.toContain(null)
    expect(renderer.admit(ourselves)).toBeNull()
    for (const place of [...places, places[0]]) place?.leave()
    const again = Array.from({ length: 9 }, () => renderer.admit(ourselves))
    expect(again.filter((place) => place !== null)).toHaveLength(8)
    for (const place of again) place?.leave()
  })
})
