import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserHere, inTime, openRendering, pdfOf, pictureOf, type Rendering } from './rendering.fixture.ts'
import type { ScreenshotAsked } from './renderer.ts'

let rendering: Rendering
beforeAll(async () => {
  if (!browserHere) return
  rendering = await openRendering()
  rendering.pages.set('/target', '<title>Target</title><body style="margin:0;background:#ff0000"><p>here')
  rendering.zone.set('inside.example', () => ['10.0.0.7'])
})
afterAll(() => rendering?.close())

/** Shows a page with its colour at a corner. */
async function shoot(path: string, asked: Partial<ScreenshotAsked> = {}) {
  const { picture, ...page } = await rendering.renderer.screenshot(pictureOf(rendering.url(path), asked), inTime)
  const { data } = PNG.sync.read(Buffer.from(picture.bytes))
  return { ...page, colour: [...data.subarray(0, 3)].map((byte) => byte.toString(16).padStart(2, '0')).join('') }
}

const [red, blue] = ['ff0000', '0000ff']
const moment = '<p>one moment'
const stays = '<title>Stays</title><body style="margin:0;background:#0000ff"><p>here'

describe.runIf(browserHere)('a page that sends its visitor on is followed', () => {
  test.each([
    ['by a meta refresh', `<meta http-equiv=refresh content="0;url=/target">${moment}`],
    ['by a meta refresh after a second', `<meta http-equiv=refresh content="1; URL='/target'">${moment}`],
    ['by location.replace', `<script>location.replace('/target')</script>${moment}`],
    ['by location.assign once it is loaded', `<body onload="location.assign('/target')">${moment}`],
    ['by location.href after a while', `<script>setTimeout(() => { location.href = '/target' }, 700)</script>${moment}`],
    [
      'by a timer that calls another function',
      `<script>const go = () => { location = '/target' }; setTimeout(() => go(), 700)</script>${moment}`,
    ],
    ['by a timer of text', `<script>setTimeout("location = '/target'", 700)</script>${moment}`],
    [
      'by a count-down beside many words',
      `<p>${'words '.repeat(200)}<script>let n = 3; setInterval(() => { if (--n === 0) location.href = '/target' }, 200)</script>`,
    ],
    ['by a form', `<form id=f action=/target></form><script>onload = () => document.getElementById('f').submit()</script>`],
    ['by a form with POST', `<form id=f method=post action=/target></form><script>document.getElementById('f').submit()</script>`],
    [
      'by a link that is clicked',
      `<a id=a href=/target>go</a><script>setTimeout(() => document.getElementById('a').click(), 200)</script>`,
    ],
    ['by the navigation API', `<script>navigation.navigate('/target')</script>${moment}`],
    [
      'after history.pushState',
      `<script>history.pushState({}, '', '/pushed'); setTimeout(() => location.replace('/target'), 200)</script>${moment}`,
    ],
    ['after an answer of its site', `<script>fetch('/later').then(() => { location = '/target' })</script>${moment}`],
    ['by a frame', `<iframe srcdoc="<script>top.location = 'http://site.example:PORT/target'</script>"></iframe>`],
  ])('%s', async (_, html) => {
    rendering.pages.set('/later', (_request, response) => void setTimeout(() => response.end('x'), 500))
    rendering.pages.set('/from', html.replace('PORT', String(rendering.port)))
    const shown = await shoot('/from')
    expect(shown).toMatchObject({ status: 200, title: 'Target', loaded: true, limits: [], colour: red })
    expect(shown.url).toMatch(/\/target\??$/)
  })

  test('by a Refresh header', async () => {
    rendering.pages.set(
      '/header',
      (_, response) => void response.writeHead(200, { refresh: '0;url=/target', 'content-type': 'text/html' }).end('x'),
    )
    expect(await shoot('/header')).toMatchObject({ url: rendering.url('/target'), colour: red })
  })

  test('over several pages and redirects', async () => {
    rendering.pages.set('/one', `<script>location = '/two'</script>`)
    rendering.pages.set('/two', '<meta http-equiv=refresh content="0;url=/three">')
    rendering.pages.set('/three', (_, response) => void response.writeHead(302, { location: '/four' }).end())
    rendering.pages.set('/four', `<script>onload = () => location.replace('/target#end')</script>`)
    expect(await shoot('/one')).toMatchObject({ url: rendering.url('/target#end'), loaded: true, colour: red })
  })

  test('to itself, once it has set a cookie', async () => {
    for (const [path, how] of [
      ['/script-cookie', `<script>document.cookie = 'seen=1'; setTimeout(() => location.reload(), 300)</script>`],
      ['/meta-cookie', `<script>document.cookie = 'seen=1'</script><meta http-equiv=refresh content="1">`],
    ] as const) {
      rendering.pages.set(path, (request, response) => {
        const seen = request.headers.cookie?.includes('seen=1')
        response.writeHead(200, { 'content-type': 'text/html' }).end(seen ? stays : `${how}checking your browser`)
      })
      expect(await shoot(path)).toMatchObject({ title: 'Stays', loaded: true, colour: blue })
    }
  })

  test('for a PDF too', async () => {
    rendering.pages.set('/from', `<script>setTimeout(() => { location.href = '/target' }, 200)</script>${moment}`)
    expect(await rendering.renderer.pdf(pdfOf({ url: rendering.url('/from') }), inTime)).toMatchObject({
      url: rendering.url('/target'),
      loaded: true,
    })
  })

  test('and the element that was waited for is one of the last page', async () => {
    rendering.pages.set('/from', `<script>setTimeout(() => { location.href = '/target' }, 200)</script>${moment}`)
    expect(await shoot('/from', { wait: { kind: 'selector', selector: 'p' } })).toMatchObject({ title: 'Target', loaded: true })
  })
})

describe.runIf(browserHere)('a page that stays is shown', () => {
  test.each([
    ['that would open a window', `${stays}<script>window.open('/target'); setTimeout(() => window.open('/target'), 100)</script>`],
    ['that reloads itself now and then', `<meta http-equiv=refresh content=1>${stays}`],
    ['that reloads itself after minutes', `<meta http-equiv=refresh content=300>${stays}`],
    [
      'that sends a form without an answer',
      `${stays}<form id=f action=/empty></form><script>onload = () => document.getElementById('f').submit()</script>`,
    ],
    ['that offers a download', `${stays}<script>onload = () => { location.href = '/file' }</script>`],
    ['that changes its address', `${stays}<script>history.pushState({}, '', '/from?2'); location.hash = 'x'</script>`],
  ])('%s', async (_, html) => {
    rendering.pages.set('/empty', (_request, response) => void response.writeHead(204).end())
    rendering.pages.set('/file', (_request, response) => void response.writeHead(200, { 'content-disposition': 'attachment' }).end('x'))
    rendering.pages.set('/from', html)
    expect(await shoot('/from')).toMatchObject({ status: 200, title: 'Stays', loaded: true, limits: [], colour: blue })
  })
})

describe.runIf(browserHere)('a page that leads nowhere', () => {
  test.each([
    ['a loop of refreshes', '/ping'],
    ['a page that has come and loops', '/again'],
  ])('is shown as not loaded: %s', async (_, path) => {
    rendering.pages.set('/ping', '<meta http-equiv=refresh content="0;url=/pong">')
    rendering.pages.set('/pong', '<meta http-equiv=refresh content="0;url=/ping">')
    rendering.pages.set('/again', `${stays}<script>onload = () => location.replace('/again?' + Math.random())</script>`)
    const before = rendering.requests.length
    expect(await shoot(path)).toMatchObject({ loaded: false, limits: ['navigations'] })
    expect(rendering.requests.length - before).toBeLessThanOrEqual(8)
  })

  test('is refused where it never comes, or leads to what cannot be shown', async () => {
    rendering.pages.set('/loop', `<script>location.replace('/loop?' + Math.random())</script>`)
    for (const [path, to] of [
      ['/private', 'http://10.1.1.1/'],
      ['/private-name', 'http://inside.example/'],
      ['/blank', 'about:blank'],
      ['/unknown', 'http://nowhere.invalid.test/'],
    ] as const)
      rendering.pages.set(path, `<script>onload = () => { location.href = '${to}' }</script>${moment}`)
    const words = async (path: string) =>
      shoot(path).then(
        () => 'shown',
        (error: Error) => error.message,
      )
    expect(await words('/loop')).toBe('The page cannot be shown: it sends its visitor on too often.')
    expect(await words('/private')).toBe('The page cannot be shown: it leads to an address that is not on the public internet.')
    expect(await words('/private-name')).toBe('The page cannot be shown: it leads to an address that is not on the public internet.')
    expect(await words('/blank')).toBe('The page cannot be shown: its scheme is not supported here.')
    expect(await words('/unknown')).toBe('The page cannot be shown: its host is not known, or has no address.')
  })

  test('is shown as not loaded while the next one does not answer, within its time', async () => {
    rendering.pages.set('/silence', () => {})
    rendering.pages.set('/silent', `${stays}<script>onload = () => { location.href = '/silence' }</script>`)
    const began = performance.now()
    expect(await shoot('/silent', { waitMs: 1_000 })).toMatchObject({ title: 'Stays', loaded: false, limits: ['time'], colour: blue })
    expect(performance.now() - began).toBeLessThan(9_000)
  })

  test('does not leave a document that was sent as text', async () => {
    const before = rendering.requests.length
    const html = `<title>Text</title><meta http-equiv=refresh content="0;url=${rendering.url('/target')}"><p>text`
    expect(await rendering.renderer.pdf(pdfOf({ html }), inTime)).toMatchObject({ url: null, title: 'Text' })
    expect(rendering.requests.length).toBe(before)
  })
})

test.runIf(browserHere)('a page of a site that is visited too often is a problem of ours', async () => {
  const limited = await openRendering({}, { sites: { take: () => false } })
  await expect(limited.renderer.screenshot(pictureOf(limited.url('/target')), inTime)).rejects.toMatchObject({
    code: 'site_limited',
    options: { retryAfter: 300 },
  })
  await limited.close()
})
