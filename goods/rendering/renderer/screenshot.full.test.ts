import { readFile, writeFile } from 'node:fs/promises'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { longestTurn } from '../../../test/support/longest-turn.ts'
import { browserHere, inTime, openRendering, pictureOf, type Rendering } from './rendering.fixture.ts'
import type { ScreenshotAsked } from './renderer.ts'
import type { Picture } from '../page/take-screenshot.ts'
import { ourselves } from '../../../src/shared/caller.ts'

let rendering: Rendering
beforeAll(async () => {
  if (!browserHere) return
  rendering = await openRendering()
})
afterAll(() => rendering?.close())

const shapes = `<!doctype html><title>Shapes &amp; words</title><style>
body{margin:0;background:#fff;color:#123}
@media (prefers-color-scheme:dark){body{background:#111;color:#eee}}
.a{position:absolute;left:20px;top:20px;width:120px;height:80px;background:#c33}
.b{position:absolute;left:180px;top:40px;width:90px;height:90px;border-radius:45px;background:#36c}
p{position:absolute;left:20px;top:130px;font:24px sans-serif}
.end{position:absolute;left:0;top:900px;width:400px;height:40px;background:#393}
</style><div class="a" id="a"></div><div class="b"></div><p>Hamburg, Ελλάδα, Москва<br>漢字 かな 한국어 العربية 😀</p><div class="end"></div>`

/** Every pixel another colour, of a seed. */
const noise = `<body style="margin:0"><canvas id="c" width="1700" height="1500"></canvas><script>
const context = c.getContext('2d'), image = context.createImageData(1700, 1500), pixels = new Uint32Array(image.data.buffer)
for (let i = 0, seed = 1; i < pixels.length; i++) { seed ^= seed << 13; seed ^= seed >>> 17; seed ^= seed << 5; pixels[i] = seed | 0xff000000 }
context.putImageData(image, 0, 0)</script>`

async function shoot(path: string, asked: Partial<ScreenshotAsked> = {}) {
  return rendering.renderer.screenshot(pictureOf(rendering.url(path), asked), inTime)
}

/** The share of pixels that differ from the reference. `UPDATE_PICTURES=1` writes the references anew. */
async function differenceTo(name: string, picture: { readonly bytes: Uint8Array }): Promise<number> {
  const path = new URL(`references/${name}.png`, import.meta.url)
  if (process.env['UPDATE_PICTURES'] === '1') await writeFile(path, picture.bytes)
  const [made, reference] = [PNG.sync.read(Buffer.from(picture.bytes)), PNG.sync.read(await readFile(path))]
  expect([made.width, made.height]).toEqual([reference.width, reference.height])
  return pixelmatch(made.data, reference.data, undefined, made.width, made.height, { threshold: 0.15 }) / (made.width * made.height)
}

describe.runIf(browserHere)('a picture', () => {
  test.each<[string, Partial<ScreenshotAsked>]>([
    ['window', {}],
    ['dark', { dark: true }],
    ['full-page', { fullPage: true }],
    ['element', { selector: '#a' }],
    ['double-scale', { deviceScale: 2 }],
  ])('is right to the pixel: %s', async (name, asked) => {
    rendering.pages.set('/shapes', shapes)
    const { picture } = await shoot('/shapes', asked)
    expect(picture.mimeType).toBe('image/png')
    expect(await differenceTo(name, picture)).toBeLessThan(0.01)
  })

  test.each(['jpeg', 'webp'] as const)('is a %s when that is asked for', async (format) => {
    rendering.pages.set('/shapes', shapes)
    const { picture } = await shoot('/shapes', { format })
    const start = Buffer.from(picture.bytes).toString('latin1', 0, 12)
    expect(picture.mimeType).toBe(`image/${format}`)
    expect(format === 'jpeg' ? start.slice(0, 3) : start.slice(8)).toBe(format === 'jpeg' ? '\xff\xd8\xff' : 'WEBP')
  })

  test('comes with the final URL, the status and the title of its page', async () => {
    rendering.pages.set('/shapes', shapes)
    rendering.pages.set('/moved', (_, response) => void response.writeHead(301, { location: '/shapes?x=1' }).end())
    expect(await shoot('/moved')).toMatchObject({
      url: rendering.url('/shapes?x=1'),
      status: 200,
      title: 'Shapes & words',
      loaded: true,
      limits: [],
    })
    expect(await shoot('/missing')).toMatchObject({ status: 404, title: '' })
  })

  test('waits for an element, and shows the page as it is when that does not come', async () => {
    rendering.pages.set(
      '/late',
      `<title>x</title><script>setTimeout(() => { document.title = 'late'; document.body.innerHTML = '<p id=late>' }, 400)</script>`,
    )
    const wait = (selector: string) => ({ wait: { kind: 'selector', selector } as const })
    expect(await shoot('/late', wait('#late'))).toMatchObject({ loaded: true, title: 'late' })
    expect(await shoot('/late', { ...wait('#never'), waitMs: 700 })).toMatchObject({ loaded: false, limits: ['time'] })
  })

  test('is refused where no element fits the selector', async () => {
    rendering.pages.set('/shapes', shapes)
    await expect(shoot('/shapes', { selector: '#nothing' })).rejects.toMatchObject({
      code: 'invalid_input',
      options: { field: 'body.selector' },
    })
    await expect(shoot('/shapes', { selector: '!!' })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('is cut where the page has too many pixels', async () => {
    rendering.pages.set('/tall', '<body style="margin:0"><div style="height:100000px">')
    const { picture } = await shoot('/tall', { fullPage: true, deviceScale: 2, format: 'jpeg' })
    expect(picture.cut).toBe(true)
    expect(picture.width * picture.height).toBeLessThanOrEqual(25_000_000)
  })

  test('of noise is a JPEG, since its PNG is too large; receiving it does not hold up the event loop', async () => {
    rendering.pages.set('/noise', noise)
    let picture: Picture | undefined
    const longest = await longestTurn(async () => {
      picture = (await shoot('/noise', { width: 1_700, height: 1_500 })).picture
    })
    expect(picture).toMatchObject({ mimeType: 'image/jpeg', width: 1_700, height: 1_500 })
    expect(picture?.bytes.length).toBeLessThanOrEqual(3_000_000)
    // A tick of four milliseconds more than 20, since some kernels count so.
    expect(longest).toBeLessThan(24)
  })

  test('leaves out ads and cookie banners when that is asked for', async () => {
    rendering.pages.set(
      '/ads',
      `<style>#cookie-banner{height:200px;background:red}</style><div id="cookie-banner">cookies</div><img src="http://ads.doubleclick.net/ad.png">`,
    )
    const blocked = await shoot('/ads', { blocked: ['ads', 'cookie_banners'] })
    expect(blocked.blockedHosts).toEqual(['ads.doubleclick.net'])
    const { data } = PNG.sync.read(Buffer.from(blocked.picture.bytes))
    expect([...data.subarray(0, 3)]).toEqual([255, 255, 255])
    const shown = await shoot('/ads')
    expect(shown.blockedHosts).toEqual([])
    expect([...PNG.sync.read(Buffer.from(shown.picture.bytes)).data.subarray(4 * (400 * 20 + 200), 4 * (400 * 20 + 200) + 3)]).not.toEqual([
      255, 255, 255,
    ])
  })
})

describe.runIf(browserHere)('a page', () => {
  test('learns nothing of the caller, and cannot see what other pages left', async () => {
    const seen: string[] = []
    rendering.pages.set(
      '/store',
      `<script>
      const known = [document.cookie, localStorage.getItem('x'), history.length].join()
      fetch('/seen?' + encodeURIComponent(known)); document.cookie = 'x=1; max-age=999'; localStorage.setItem('x', '1')</script>`,
    )
    rendering.pages.set('/seen', (request, response) => {
      seen.push(decodeURIComponent(request.url ?? ''))
      response.end()
    })
    for (let time = 0; time < 3; time++) await shoot('/store', { wait: { kind: 'idle' } })
    expect(seen).toHaveLength(3)
    expect(new Set(seen).size).toBe(1)
    const names = new Set(rendering.requests.flatMap(({ headers }) => Object.keys(headers)))
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'proxy-connection']) expect(names).not.toContain(name)
    for (const { headers } of rendering.requests) expect(headers['user-agent']).toContain('farthing (+https://farthing.example)')
  })

  test('finds no file, no other page of the browser, and no port for debugging', async () => {
    const found: string[] = []
    rendering.pages.set('/found', (request, response) => {
      found.push(request.url ?? '')
      response.end()
    })
    rendering.pages.set(
      '/look',
      `<body><script>
      for (const url of ['file:///etc/passwd', 'chrome://version/', 'chrome-extension://x/', 'devtools://devtools/bundled/inspector.html', 'view-source:file:///etc/passwd'])
        for (const tag of ['iframe', 'img', 'script', 'object', 'link'])
          document.body.append(Object.assign(document.createElement(tag), { src: url, data: url, href: url, rel: 'stylesheet', onload: (event) => {
            try { if (event.target.contentDocument && event.target.contentDocument.body.innerHTML === '') return } catch {}
            if (tag !== 'iframe' && tag !== 'object') fetch('/found?' + tag + url) } }))
      for (const port of [9222, 9229]) fetch('http://127.0.0.1:' + port + '/json').then(() => fetch('/found?' + port), () => {})
      try { location.href = 'file:///etc/passwd' } catch {}
      try { location.href = 'data:text/html,moved' } catch {}
    </script><p>here`,
    )
    expect(await shoot('/look', { wait: { kind: 'idle' } })).toMatchObject({ url: rendering.url('/look') })
    expect(found).toEqual([])
  })

  test('that is a download is none', async () => {
    rendering.pages.set(
      '/file',
      (_, response) => void response.writeHead(200, { 'content-disposition': 'attachment', 'content-type': 'application/zip' }).end('x'),
    )
    await expect(shoot('/file')).rejects.toMatchObject({
      code: 'page_unreachable',
      message: 'The page cannot be shown: it is a download, or has no content.',
    })
  })

  test('that redirects into a private network is refused in our words', async () => {
    rendering.pages.set('/inward', (_, response) => void response.writeHead(302, { location: 'http://10.1.1.1/' }).end())
    await expect(shoot('/inward')).rejects.toMatchObject({
      code: 'page_unreachable',
      message: 'The page cannot be shown: it leads to an address that is not on the public internet.',
    })
  })
})

describe.runIf(browserHere)('places', () => {
  test('are taken before the work, and given back once', async () => {
    const { renderer } = rendering
    const places = Array.from({ length: 8 }, () => renderer.admit(ourselves))
    expect(places).not.toContain(null)
    expect(renderer.admit(ourselves)).toBeNull()
    places[0]?.leave()
    places[0]?.leave()
    expect(renderer.admit(ourselves)).not.toBeNull()
    expect(renderer.admit(ourselves)).toBeNull()
    for (const place of places) place?.leave()
  })

  test('a call that gives up while it waits leaves the browsers to the others', async () => {
    rendering.pages.set('/slow', (_, response) => void setTimeout(() => response.end('<p>slow'), 600))
    const first = [shoot('/slow'), shoot('/slow')]
    const gone = new AbortController()
    const third = rendering.renderer.screenshot(pictureOf(rendering.url('/slow')), gone.signal)
    gone.abort()
    await expect(third).rejects.toMatchObject({ code: 'overloaded' })
    for (const shown of await Promise.all(first)) expect(shown.loaded).toBe(true)
  })
})
