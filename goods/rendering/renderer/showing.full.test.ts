import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserHere, inTime, openRendering, pdfOf, pictureOf, type Rendering } from './rendering.fixture.ts'
import type { ScreenshotAsked } from './renderer.ts'

let rendering: Rendering
beforeAll(async () => {
  if (!browserHere) return
  rendering = await openRendering()
  const png = new PNG({ width: 50, height: 50 })
  for (let at = 0; at < png.data.length; at += 4) png.data.set([255, 0, 0, 255], at)
  const bytes = PNG.sync.write(png)
  rendering.pages.set('/red.png', (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(bytes))
  rendering.pages.set('/later.png', (_, response) => {
    setTimeout(() => response.writeHead(200, { 'content-type': 'image/png' }).end(bytes), 700)
  })
  rendering.pages.set('/never', () => {})
  rendering.pages.set('/frame', '<body style="margin:0;background:red">')
})
afterAll(() => rendering?.close())

const head = '<!doctype html><meta charset=utf-8><style>body{margin:0}img{display:block}</style>'
const red = '255,0,0'

/** Shows a document, with a way to look at its pixels. */
async function shoot(body: string, asked: Partial<ScreenshotAsked> = {}, fragment = '') {
  rendering.pages.set('/page', head + body)
  const { picture, ...page } = await rendering.renderer.screenshot(pictureOf(rendering.url(`/page${fragment}`), asked), inTime)
  const { data, width, height } = PNG.sync.read(Buffer.from(picture.bytes))
  const at = (x: number, y: number) =>
    x < width && y < height ? data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3).join() : 'outside'
  return { ...page, width, height, cut: picture.cut, at }
}

const below = '<div style="height:6000px"></div>'
const size = 'width:400px;height:300px'
const onSight = (act: string) =>
  `<script>new IntersectionObserver((seen) => seen.forEach((one) => { if (one.isIntersecting) { ${act} } }), { threshold: 0.1 }).observe(it)</script>`

describe.runIf(browserHere)('a picture of the whole page has what loads or appears only when it is seen', () => {
  test.each([
    ['a lazy picture', '<img src=/red.png loading=lazy width=400 height=300>'],
    ['a lazy picture that takes its time', '<img src=/later.png loading=lazy width=400 height=300>'],
    ['a lazy picture of unknown size', '<img src=/red.png loading=lazy>'],
    ['a lazy frame', `<iframe src=/frame loading=lazy style="border:0;${size}"></iframe>`],
    ['a picture that an observer loads', `<img id=it data-src=/red.png style="${size}">${onSight('it.src = it.dataset.src')}`],
    ['a background that an observer sets', `<div id=it style="${size}"></div>${onSight(`it.style.background = 'url(/red.png)'`)}`],
    [
      'a picture that scrolling loads',
      `<img id=it style="${size}"><script>addEventListener('scroll', () => { if (it.getBoundingClientRect().top < innerHeight) it.src = '/red.png' })</script>`,
    ],
    [
      'a section that fades in',
      `<style>#it{opacity:0;transition:opacity 1s;background:red;${size}}#it.on{opacity:1}</style><div id=it></div>${onSight(`it.className = 'on'`)}`,
    ],
    [
      'a part that is rendered near the window only',
      `<div style="content-visibility:auto;contain-intrinsic-size:400px 300px"><img src=/red.png loading=lazy style="${size}"></div>`,
    ],
    ['and is scrolled smoothly', `<style>html{scroll-behavior:smooth}</style><img src=/red.png loading=lazy width=400 height=300>`],
  ])('%s', async (_, part) => {
    const shown = await shoot(below + part, { fullPage: true })
    expect([shown.at(10, 6_010), shown.loaded, shown.limits, shown.missing]).toEqual([red, true, [], []])
  })

  test('also in an element that is asked for', async () => {
    const shown = await shoot(`${below}<p id=here style="margin:0;${size}"><img src=/red.png loading=lazy style="${size}"></p>`, {
      selector: '#here',
    })
    expect([shown.height, shown.at(10, 10), shown.loaded]).toEqual([300, red, true])
  })

  test('and more of a list that grows at its end, for a few times', async () => {
    const list = (times: number, after: (add: string) => string) =>
      `<p>A list<div id=list></div><script>let times = 0
      const add = () => list.insertAdjacentHTML('beforeend', '<img src=/red.png loading=lazy style="width:400px;height:900px">')
      const more = () => { if (times++ < ${times}) ${after('add()')} }
      more(); addEventListener('scroll', () => { if (scrollY + innerHeight >= document.documentElement.scrollHeight - 50) more() })</script>`
    const short = await shoot(
      list(3, (add) => `fetch('/red.png').then(() => ${add})`),
      { fullPage: true, wait: { kind: 'idle' } },
    )
    expect([short.height > 2_700, short.at(10, short.height - 10), short.loaded]).toEqual([true, red, true])
    const endless = await shoot(
      list(1_000, (add) => `fetch('/red.png').then(() => ${add})`),
      { fullPage: true, wait: { kind: 'idle' } },
    )
    expect(endless).toMatchObject({ loaded: false, limits: ['scrolling'], cut: false })
    expect(endless.height).toBeLessThan(12_000)
    expect(
      await shoot(
        list(1_000, (add) => add),
        { fullPage: true },
      ),
    ).toMatchObject({ cut: true, height: 62_500 })
  })

  test('and begins at the beginning', async () => {
    const bar = '<div style="position:fixed;top:0;width:400px;height:30px;background:red"></div>'
    const shown = await shoot(`${bar}${below}<script>addEventListener('scroll', () => { document.title = String(scrollY) })</script>`, {
      fullPage: true,
    })
    expect([shown.title, shown.at(10, 10), shown.at(10, 3_000)]).toEqual(['0', red, '255,255,255'])
  })
})

describe.runIf(browserHere)('a page is loaded', () => {
  test.each([
    ['a picture that is not there', '<img src=/nothing width=90 height=90>', 'image: its site answered 404'],
    [
      'a picture that a script adds and that never comes',
      `<script>onload = () => { document.body.innerHTML = '<img src=/never width=90 height=90>' }</script>`,
      'image: it was still loading',
    ],
    ['a background that is not there', `<div style="background:url(/nothing);${size}"></div>`, 'image: its site answered 404'],
    ['a style sheet that is not there', '<link rel=stylesheet href=/nothing.css><p>x', 'style: its site answered 404'],
    [
      'a font that is not there',
      '<style>@font-face{font-family:f;src:url(/nothing)}</style><p style="font-family:f">x',
      'font: its site answered 404',
    ],
    ['a script of its own that is not there', '<script src=/nothing.js></script><p>x', 'script: its site answered 404'],
    ['a frame that cannot be reached', '<iframe src="http://nowhere.test/"></iframe>', 'frame: it could not be loaded'],
  ])('not without %s', async (_, body, reason) => {
    const shown = await shoot(body, { waitMs: 1_500 })
    expect(shown).toMatchObject({ loaded: false, limits: [], missing: [{ reason }] })
  })

  test.each([
    ['a pixel that counts visitors', '<img src=/nothing width=1 height=1><script>new Image().src = "/nothing?2"</script>'],
    ['a picture that nobody sees', '<img src=/nothing style="display:none">'],
    ['a picture below the window', `${below}<img src=/nothing width=90 height=90>`],
    ['a script of another site', '<script src="http://ads.test/x.js"></script>'],
    ['an answer to a script', `<script>fetch('/nothing'); fetch('http://127.0.0.1:9/').catch(() => {})</script>`],
  ])('without %s', async (_, body) => {
    expect(await shoot(`<p>words</p>${body}`)).toMatchObject({ loaded: true, missing: [] })
  })

  test('not while a lazy picture of the whole page hangs, and its time is kept', async () => {
    const began = performance.now()
    const shown = await shoot(`${below}<img src=/never loading=lazy width=400 height=300>`, { fullPage: true, waitMs: 2_000 })
    expect(shown).toMatchObject({ loaded: false, missing: [{ reason: 'image: it was still loading' }] })
    expect(performance.now() - began).toBeLessThan(9_000)
  })
})

const gap = '<div style="height:2000px"></div>'
const mark = 'margin:0;height:200px;background:red'

describe.runIf(browserHere)('the window shows what the fragment of its URL names', () => {
  test.each([
    ['an id', `${gap}<h1 id=x style="${mark}">x</h1>${gap}`, '#x'],
    ['a name', `${gap}<a name=x></a><h1 style="${mark}">x</h1>${gap}`, '#x'],
    ['an id in other letters', `${gap}<h1 id="größe 1" style="${mark}">x</h1>${gap}`, '#gr%C3%B6%C3%9Fe%201'],
    ['smoothly', `<style>html{scroll-behavior:smooth}</style>${gap}<h1 id=x style="${mark}">x</h1>${gap}`, '#x'],
    [
      'what a script has made',
      `<script>onload = () => { document.body.innerHTML = ${JSON.stringify(`${gap}<h1 id=x style="${mark}">x</h1>${gap}`)} }</script>`,
      '#x',
    ],
    ['what a script goes to', `${gap}<h1 id=x style="${mark}">x</h1>${gap}<script>location.hash = 'x'</script>`, ''],
  ])('%s', async (_, body, fragment) => {
    const shown = await shoot(body, {}, fragment)
    expect([shown.at(300, 100), shown.loaded, shown.height]).toEqual([red, true, 300])
  })

  test('words of the page', async () => {
    const shown = await shoot(`${gap}<p style="${mark}">Only here are these peculiar words.</p>${gap}`, {}, '#:~:text=peculiar%20words')
    expect([30, 80, 130, 180, 230, 280].map((y) => shown.at(390, y))).toContain(red)
  })

  test('after redirects, which may bring their own', async () => {
    rendering.pages.set('/page', `${head}${gap}<h1 id=x style="${mark}">x</h1>${gap}`)
    rendering.pages.set('/moved', (_, response) => void response.writeHead(302, { location: '/page' }).end())
    rendering.pages.set('/moved-there', (_, response) => void response.writeHead(302, { location: '/page#x' }).end())
    for (const path of ['/moved#x', '/moved-there']) {
      const { url, picture } = await rendering.renderer.screenshot(pictureOf(rendering.url(path)), inTime)
      expect(url).toBe(rendering.url('/page#x'))
      expect(PNG.sync.read(Buffer.from(picture.bytes)).data.subarray(0, 3).join()).toBe(red)
    }
  })

  test('but not in a picture of the whole page, and not where it names nothing', async () => {
    const body = `${gap}<h1 id=x style="${mark}">x</h1>${gap}`
    const whole = await shoot(body, { fullPage: true }, '#x')
    expect([whole.height, whole.at(10, 100), whole.at(10, 2_100)]).toEqual([4_200, '255,255,255', red])
    expect((await shoot(body, {}, '#y')).at(300, 100)).toBe('255,255,255')
  })
})

describe.runIf(browserHere)('a page wider than the window', () => {
  test.each([
    [
      'a wide element',
      '<div style="width:3000px;height:200px;background:linear-gradient(90deg,#00f 0 2900px,#f00 2900px)"></div>',
      3_000,
      2_950,
    ],
    [
      'a part that lies outside',
      '<div style="position:absolute;left:2000px;top:0;width:100px;height:100px;background:red"></div>',
      2_100,
      2_050,
    ],
    [
      'text from right to left',
      '<html dir=rtl><div style="width:3000px;height:200px;background:linear-gradient(90deg,#f00 0 100px,#00f 100px)"></div>',
      3_000,
      50,
    ],
  ])('is shown in its whole width: %s', async (_, body, width, x) => {
    const shown = await shoot(body, { fullPage: true })
    expect([shown.width, shown.at(x, 20), shown.cut]).toEqual([width, red, false])
  })

  test('is cut at 10,000 pixels, and that is said', async () => {
    expect(await shoot('<div style="width:50000px;height:200px"></div>', { fullPage: true })).toMatchObject({ width: 10_000, cut: true })
  })

  test('is right where it is taller than 16,384 pixels, and cut at 25 million', async () => {
    const shown = await shoot(
      '<div style="height:16300px"></div><div style="height:400px;background:red"></div><div style="height:60000px;background:#00f"></div>',
      { fullPage: true },
    )
    expect([shown.height, shown.cut, shown.at(10, 16_350), shown.at(10, 16_650), shown.at(10, 62_000)]).toEqual([
      62_500,
      true,
      red,
      red,
      '0,0,255',
    ])
  })

  test.each([
    ['somewhat wider than its paper', 1_000],
    ['five times as wide', 3_000],
  ])('is printed in its whole width: %s', async (_, width) => {
    const html = `${head}<div style="width:${width}px;white-space:nowrap;text-align:right">The end of the line</div>`
    const { document } = await rendering.renderer.pdf(pdfOf({ html }), inTime)
    const pdf = await getDocument({ data: new Uint8Array(document.bytes), verbosity: 0 }).promise
    const page = await pdf.getPage(1)
    const { items } = await page.getTextContent()
    const ends = items.flatMap((item) => ('transform' in item && item.str.trim() !== '' ? [Number(item.transform[4]) + item.width] : []))
    await pdf.loadingTask.destroy()
    // Inside of the margin of an inch.
    expect(Math.max(...ends)).toBeLessThanOrEqual((page.view[2] ?? 0) - 71)
    expect(Math.max(...ends)).toBeGreaterThan((page.view[2] ?? 0) - 110)
  })

  test('is told to be cut where it would be too small to be read', async () => {
    expect(await rendering.renderer.pdf(pdfOf({ html: '<div style="width:20000px">x</div>' }), inTime)).toMatchObject({
      loaded: false,
      limits: ['width'],
    })
  })
})
