import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSocket } from 'node:dgram'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserHere, inTime, openRendering, pictureOf, type Rendering } from './rendering.fixture.ts'
import { rareWays, spellings, waysInPages as usualWays, type WayInPage } from './private-addresses.fixture.ts'

const waysInPages = [...usualWays, ...rareWays]
let rendering: Rendering
/** A private service of this machine, on all of its addresses. Nothing may arrive there. */
const victim = createServer((request, response) => {
  arrived.push(request.headers.host + (request.url ?? ''))
  response.end('secret')
})
const datagrams = createSocket('udp4')
const arrived: string[] = []
let victimPort: number

beforeAll(async () => {
  if (!browserHere) return
  rendering = await openRendering()
  victim.listen(0, '0.0.0.0')
  await once(victim, 'listening')
  victimPort = (victim.address() as AddressInfo).port
  victim.on('connection', (socket) => arrived.push(`connection to ${socket.localAddress}`))
  datagrams.bind(victimPort, '0.0.0.0')
  await once(datagrams, 'listening')
  datagrams.on('message', (_, from) => arrived.push(`datagram from ${from.address}`))
})
afterAll(async () => {
  if (!browserHere) return
  victim.close()
  victim.closeAllConnections()
  datagrams.close()
  await rendering.close()
})

/** The address of a way: each has its own, so that the log tells which one was tried. */
const addressOf = (index: number) => `127.0.7.${index + 1}`
const refusedTargets = () =>
  rendering.logged.flatMap(({ target, reason }) => (typeof target === 'string' ? [`${target} ${String(reason)}`] : []))

describe.runIf(browserHere)('a page reaches no private address', () => {
  test('there are sixty ways and more', () => {
    expect(waysInPages.length + spellings.length).toBeGreaterThanOrEqual(60)
  })

  test.each(spellings)('that it writes as $url: the proxy refuses $refused ($reason)', async ({ refused, reason }) => {
    // One page for all of them; the first test opens it.
    await openSpellings()
    expect(refusedTargets()).toContain(`${refused.replace('PORT', String(victimPort))} ${reason}`)
  })

  test.each(waysInPages.map((way, index) => [way.name, way, index] as const))('by %s', async (_, way, index) => {
    await openWays()
    const logged = refusedTargets().filter((one) => one.startsWith(`${addressOf(index)}:${victimPort} `))
    // What the browser itself refuses never reaches the proxy.
    expect(logged.length > 0 ? 'the proxy' : 'the browser').toBe(way.refusedBy)
    for (const one of logged) expect(one).toMatch(/ address$/)
  })

  test.each(['localhost', 'anything.localhost', 'printer.local', 'intranet', 'vault.internal', 'nas.home.arpa'])(
    'by the name %s',
    async (name) => {
      rendering.pages.set('/name', `<img src="http://${name}:${victimPort}/">`)
      await rendering.renderer.screenshot(pictureOf(rendering.url('/name')), inTime)
      expect(refusedTargets()).toContain(`${name}:${victimPort} host`)
    },
  )

  test('by a public name that leads to one, also beside a public address, also later than the first time', async () => {
    let asked = 0
    rendering.zone.set('inside.example', () => ['10.1.2.3'])
    rendering.zone.set('both.example', () => ['93.184.215.14', '127.0.0.1'].toReversed().concat('10.0.0.1'))
    rendering.zone.set('later.example', () => (asked++ === 0 ? ['127.0.0.1'] : ['10.9.9.9']))
    rendering.pages.set('/first', '')
    rendering.pages.set(
      '/names',
      ['inside', 'both', 'later'].map((name) => `<img src="${rendering.url(`/${name}.png`, `${name}.example`)}">`).join(''),
    )
    await rendering.renderer.screenshot(pictureOf(rendering.url('/first', 'later.example')), inTime)
    await rendering.renderer.screenshot(pictureOf(rendering.url('/names')), inTime)
    for (const name of ['inside', 'both', 'later']) expect(refusedTargets()).toContain(`${name}.example:${rendering.port} address`)
  })

  test.each([
    'http://10.0.0.1/',
    'http://[::1]/',
    'file:///etc/passwd',
    'chrome://version',
    'view-source:http://site.example/',
    'data:text/html,x',
    'about:blank',
  ])('as the URL %s of its caller: it is refused before a browser is asked', (url) => {
    expect(rendering.renderer.objectionTo(url)).not.toBeNull()
  })

  test('and nothing has arrived there', () => {
    expect(arrived).toEqual([])
  })
})

let spelled: Promise<unknown> | undefined
function openSpellings(): Promise<unknown> {
  const urls = spellings.map(({ url }) => url.replace('PORT', String(victimPort)))
  rendering.pages.set(
    '/spellings',
    `<script>for (const url of ${JSON.stringify(urls)}) fetch(url, { mode: 'no-cors' }).catch(() => {})</script>`,
  )
  return (spelled ??= rendering.renderer.screenshot(pictureOf(rendering.url('/spellings'), { wait: { kind: 'idle' } }), inTime))
}

let opened: Promise<unknown> | undefined
function openWays(): Promise<unknown> {
  return (opened ??= tryWays(waysInPages))
}

/** Ways that leave the page are tried in frames. */
async function tryWays(ways: readonly WayInPage[]): Promise<void> {
  const parts = ways.map((way, index) => {
    const target = `http://${addressOf(index)}:${victimPort}/${index}`
    rendering.pages.set(`/redirect/${index}`, (_, response) => void response.writeHead(302, { location: target }).end())
    rendering.pages.set(`/refresh/${index}`, (_, response) => void response.writeHead(200, { refresh: `0;url=${target}` }).end())
    rendering.pages.set(`/link/${index}`, (_, response) => {
      response.writeHead(200, { link: `<${target}>; rel=preload; as=image`, 'content-type': 'text/html' }).end()
    })
    rendering.pages.set(`/policy/${index}`, (_, response) => {
      const policy = `img-src 'none'; report-uri ${target}`
      response.writeHead(200, { 'content-security-policy': policy, 'content-type': 'text/html' }).end('<img src="/x.png">')
    })
    rendering.pages.set(`/sheet/${index}`, (_, response) => {
      response.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml-stylesheet href="${target}"?><x/>`)
    })
    const markup = way.markup({ url: target, hostPort: `${addressOf(index)}:${victimPort}`, redirect: `/redirect/${index}`, index })
    if (!way.framed) return markup
    rendering.pages.set(`/framed/${index}`, markup)
    return `<iframe src="/framed/${index}"></iframe>`
  })
  rendering.pages.set(
    '/ways',
    `<body>${parts.join('\n')}<script>setTimeout(() => document.body.append(Object.assign(document.createElement('p'), { id: 'over' })), 1500)</script>`,
  )
  await rendering.renderer.screenshot(
    pictureOf(rendering.url('/ways'), { wait: { kind: 'selector', selector: '#over' }, waitMs: 8_000 }),
    inTime,
  )
}
