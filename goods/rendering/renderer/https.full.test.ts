import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSecureRendering, type SecureRendering } from './https.fixture.ts'
import { rareWays, spellings, waysInPages as usualWays } from './private-addresses.fixture.ts'
import { browserHere, inTime, pictureOf } from './rendering.fixture.ts'
import type { ScreenshotAsked } from './renderer.ts'

let rendering: SecureRendering
/** A private service of this machine, on all of its addresses. Nothing may arrive there. */
const arrived: string[] = []
const victim = createServer((socket) => {
  arrived.push(`connection to ${socket.localAddress}`)
  socket.destroy()
})
let victimPort: number
beforeAll(async () => {
  if (!browserHere) return
  rendering = await openSecureRendering()
  victim.listen(0, '0.0.0.0')
  await once(victim, 'listening')
  victimPort = (victim.address() as AddressInfo).port
})
afterAll(async () => {
  if (!browserHere) return
  victim.close()
  await rendering.close()
})

const shoot = (path: string, asked: Partial<ScreenshotAsked> = {}) =>
  rendering.renderer.screenshot(pictureOf(rendering.secureUrl(path), asked), inTime)
const refusedTargets = () =>
  rendering.logged.flatMap(({ target, reason }) => (typeof target === 'string' ? [`${target} ${String(reason)}`] : []))

describe.runIf(browserHere)('a page over HTTPS', () => {
  test('is shown, and the certificate that its site asks the browser for is not sent', async () => {
    rendering.pages.set('/secure', '<body style="margin:0;background:#c03030"><script>document.title = String(isSecureContext)</script>')
    const { picture, ...page } = await shoot('/secure')
    expect(page).toMatchObject({ url: rendering.secureUrl('/secure'), status: 200, title: 'true', loaded: true })
    expect([...PNG.sync.read(Buffer.from(picture.bytes)).data.subarray(0, 3)]).toEqual([0xc0, 0x30, 0x30])
  })

  test.each(['unknown', 'expired', 'renamed'])('is not shown with a certificate that is %s', async (name) => {
    await expect(rendering.renderer.screenshot(pictureOf(rendering.secureUrl('/secure', `${name}.example`)), inTime)).rejects.toMatchObject(
      {
        code: 'page_unreachable',
        message: 'The page cannot be shown: its certificate is not valid for it, or no secure connection could be made.',
      },
    )
  })

  test('does not lead to one with such a certificate, and lacks its pictures', async () => {
    const bad = rendering.secureUrl('/x.png', 'expired.example')
    rendering.pages.set('/leads', `<script>onload = () => { location.href = '${bad}' }</script>`)
    rendering.pages.set('/lacks', `<img src="${bad}" width=90 height=90>`)
    await expect(shoot('/leads')).rejects.toMatchObject({ code: 'page_unreachable' })
    expect(await shoot('/lacks')).toMatchObject({ loaded: false, missing: [{ target: bad, reason: 'image: it could not be loaded' }] })
  })

  test('is followed to one over HTTP, but not on into a private network', async () => {
    rendering.pages.set('/down', (_, response) => void response.writeHead(302, { location: rendering.url('/plain') }).end())
    rendering.pages.set('/down-in', (_, response) => void response.writeHead(302, { location: rendering.url('/in') }).end())
    rendering.pages.set('/in', (_, response) => void response.writeHead(302, { location: `http://127.0.7.1:${victimPort}/` }).end())
    rendering.pages.set('/script-in', `<script>onload = () => { location.href = 'https://127.0.7.2:${victimPort}/' }</script>`)
    rendering.pages.set('/plain', '<title>Plain</title>')
    expect(await shoot('/down')).toMatchObject({ url: rendering.url('/plain'), title: 'Plain' })
    for (const path of ['/down-in', '/script-in'])
      await expect(shoot(path)).rejects.toMatchObject({
        message: 'The page cannot be shown: it leads to an address that is not on the public internet.',
      })
  })

  test('reaches no private address, over HTTP, HTTPS and WebSockets, by any of the ways within a page', async () => {
    const ways = [...usualWays, ...rareWays]
    for (const [number, scheme] of ['http', 'https'].entries()) {
      const addressOf = (index: number) => `127.0.${8 + number}.${index + 1}`
      const parts = ways.map((way, index) => {
        const url = `${scheme}://${addressOf(index)}:${victimPort}/${index}`
        const [redirect, hostPort] = [`/redirect/${scheme}/${index}`, `${addressOf(index)}:${victimPort}`]
        rendering.pages.set(redirect, (_, response) => void response.writeHead(302, { location: url }).end())
        const headers: Record<string, Record<string, string>> = {
          [`/refresh/${index}`]: { refresh: `0;url=${url}` },
          [`/link/${index}`]: { link: `<${url}>; rel=preload; as=image` },
          [`/policy/${index}`]: { 'content-security-policy': `img-src 'none'; report-uri ${url}` },
        }
        for (const [path, header] of Object.entries(headers))
          rendering.pages.set(path, (_, response) => {
            response.writeHead(200, { ...header, 'content-type': 'text/html' }).end('<img src="/x.png">')
          })
        rendering.pages.set(`/sheet/${index}`, (_, response) => {
          response.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml-stylesheet href="${url}"?><x/>`)
        })
        const markup = way.markup({ url, hostPort, redirect, index })
        if (!way.framed) return markup
        rendering.pages.set(`/framed/${scheme}/${index}`, markup)
        return `<iframe src="/framed/${scheme}/${index}"></iframe>`
      })
      const over = `<script>setTimeout(() => document.body.append(Object.assign(document.createElement('p'), { id: 'over' })), 1500)</script>`
      rendering.pages.set(`/ways/${scheme}`, `<body>${parts.join('\n')}${over}`)
      await shoot(`/ways/${scheme}`, { wait: { kind: 'selector', selector: '#over' }, waitMs: 8_000 })
      if (scheme === 'http') continue
      // Over HTTP the browser refuses most of them itself, as content of another kind.
      const logged = refusedTargets()
      for (const [index, { name, refusedBy }] of ways.entries())
        if (refusedBy === 'the proxy' && !/TLS|WebSocket|to a port of HTTP/.test(name))
          expect(logged, name).toContain(`${addressOf(index)}:${victimPort} address`)
    }
    const urls = spellings.map(({ url }) => url.replace('PORT', String(victimPort)).replace(/^http:/, 'https:'))
    const sockets = urls.map((url) => url.replace('https:', 'wss:'))
    rendering.pages.set(
      '/spellings',
      `<script>for (const url of ${JSON.stringify(urls)}) fetch(url, { mode: 'no-cors' }).catch(() => {})
       for (const url of ${JSON.stringify(sockets)}) try { new WebSocket(url) } catch {}</script>`,
    )
    await shoot('/spellings', { wait: { kind: 'idle' } })
    for (const target of ['127.0.0.1', '[::1]', '127.0.0.3', '[fd00::1]'])
      expect(refusedTargets()).toContain(`${target}:${victimPort} address`)
    expect(arrived).toEqual([])
  })

  test('leaves nothing behind: no rule to use HTTPS, no service worker, no storage', async () => {
    const seen: string[] = []
    rendering.pages.set('/strict', (_, response) => {
      const headers = {
        'content-type': 'text/html',
        'strict-transport-security': 'max-age=99999; includeSubDomains',
        'service-worker-allowed': '/',
      }
      response.writeHead(200, headers).end(`<script>
        const known = [document.cookie, localStorage.getItem('x'), String(navigator.serviceWorker)].join()
        try { localStorage.setItem('x', '1'); document.cookie = 'x=1; max-age=999; secure'; navigator.serviceWorker.register('/worker.js') } catch {}
        fetch('/seen?' + encodeURIComponent(known))</script>`)
    })
    rendering.pages.set('/worker.js', (_, response) => {
      seen.push('a worker')
      response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end('onfetch = (event) => event.respondWith(new Response("taken over"))')
    })
    rendering.pages.set('/seen', (request, response) => {
      seen.push(decodeURIComponent(request.url ?? ''))
      response.end()
    })
    rendering.pages.set('/plain', '<title>Plain</title>')
    for (let time = 0; time < 2; time++) await shoot('/strict', { wait: { kind: 'idle' } })
    expect(seen).toEqual(['/seen?,,undefined', '/seen?,,undefined'])
    const { url } = await rendering.renderer.screenshot(pictureOf(rendering.url('/plain')), inTime)
    expect(url).toBe(rendering.url('/plain'))
  })

  test('is told no version, architecture or model of the machine by the hints that it asks for', async () => {
    const hints =
      'Sec-CH-UA-Platform-Version, Sec-CH-UA-Full-Version-List, Sec-CH-UA-Arch, Sec-CH-UA-Bitness, Sec-CH-UA-Model, Device-Memory, Sec-CH-Device-Memory, RTT, Downlink, ECT, DPR, Viewport-Width'
    rendering.pages.set('/hints', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'accept-ch': hints, 'critical-ch': hints }).end('<img src=/hinted>')
    })
    rendering.requests.length = 0
    await shoot('/hints', { wait: { kind: 'idle' } })
    const headers = rendering.requests.flatMap((request) => Object.entries(request.headers))
    expect(headers.some(([name]) => name === 'user-agent')).toBe(true)
    for (const [name, value] of headers) {
      expect(['x-forwarded-for', 'forwarded', 'via']).not.toContain(name)
      if (/platform-version|arch|bitness|model/.test(name)) expect(String(value).replaceAll('"', ''), name).toBe('')
    }
  })
})
