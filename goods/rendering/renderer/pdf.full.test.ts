import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserHere, inTime, openRendering, pdfOf, type Rendering } from './rendering.fixture.ts'
import type { PdfDocumentAsked } from './renderer.ts'

let rendering: Rendering
beforeAll(async () => {
  if (!browserHere) return
  rendering = await openRendering()
})
afterAll(() => rendering?.close())

const page = (body: string) => `<!doctype html><meta charset="utf-8"><title>Document</title>${body}`

/** What another program reads in a PDF. */
async function read(bytes: Uint8Array) {
  const pdf = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, fontExtraProperties: true, verbosity: 0 }).promise
  const pages = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const one = await pdf.getPage(number)
    const { items } = await one.getTextContent()
    await one.getOperatorList()
    const fonts = items.flatMap((item) =>
      'fontName' in item ? [(one.commonObjs.get(item.fontName) as { name: string }).name.replace(/^[A-Z]{6}\+/, '')] : [],
    )
    const [, , width = 0, height = 0] = one.view
    pages.push({ text: items.map((item) => ('str' in item ? item.str : '')).join(''), fonts: new Set(fonts), width, height })
  }
  const { info } = await pdf.getMetadata()
  await pdf.loadingTask.destroy()
  return { pages, title: (info as { Title?: string }).Title }
}

async function print(html: string, asked: Partial<PdfDocumentAsked> = {}) {
  const made = await rendering.renderer.pdf(pdfOf({ html: page(html) }, asked), inTime)
  return { made, read: await read(made.document.bytes) }
}

describe.runIf(browserHere)('a PDF', () => {
  test('has its text, with a font for every script', async () => {
    const { pages } = (
      await print(
        '<p>Latin ä</p><p>Ελληνικά</p><p>Кириллица</p><p>简体漢字かな</p><p>한국어</p><p>😀</p><p lang=ar>عربية</p><p style="font-family:sans-serif">ohne</p><p lang=he>עברית</p><p lang=hi>नमक</p>',
      )
    ).read
    const [{ text, fonts } = { text: '', fonts: new Set<string>() }] = pages
    for (const words of ['Latin ä', 'Ελληνικά', 'Кириллица', '简体漢字かな', '한국어', '😀', 'ohne', 'नमक']) expect(text).toContain(words)
    // Arabic is stored in the forms in which its letters are joined, from right to left.
    expect(
      [...text.normalize('NFKC')]
        .filter((letter) => /\p{Script=Arabic}/u.test(letter))
        .toReversed()
        .join(''),
    ).toBe('عربية')
    expect([...text].filter((letter) => /\p{Script=Hebrew}/u.test(letter))).toHaveLength(5)
    for (const font of ['NotoSerif-', 'NotoSans-', 'NotoNaskhArabic', 'NotoSansHebrew', 'NotoSansHans', 'NotoSansKR'])
      expect([...fonts].join()).toContain(font)
  })

  test('has the pages that its answer counts, with header and footer on each', async () => {
    const three = '<p>one</p><p style="break-before:page">two</p><p style="break-before:page">three</p>'
    const { made, read: found } = await print(three, { header: 'Confidential <b>&</b>', footer: '{page} of {pages}: {title}' })
    expect(made.document.pageCount).toBe(3)
    expect(found.pages.map(({ text }) => text.replaceAll(/\s+/g, ' '))).toEqual(
      ['one', 'two', 'three'].map((word, index) => expect.stringContaining(word) && expect.stringContaining(`${index + 1} of 3: Document`)),
    )
    for (const { text } of found.pages) expect(text).toContain('Confidential <b>&</b>')
  })

  test('counts its pages, and no words that look like one', async () => {
    const words = '/Type /Page 1 0 obj <</Type /Page /Count 9'
    const text = `<html lang="/Pages 1 0 R"><img alt="${words}" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">${words}<a href="https://x.example/Type /Page">x</a>`
    for (const pages of [1, 12, 70]) {
      const { made, read: found } = await print(text + '<p style="break-before:page">next'.repeat(pages - 1), { title: words })
      expect([made.document.pageCount, found.pages.length]).toEqual([pages, pages])
    }
  })

  test('has the paper, the orientation and the title that were asked for', async () => {
    const { read: found } = await print('x', { paper: { width: 8.5, height: 11 }, landscape: true, title: 'Größe </title> "1"' })
    expect(found).toMatchObject({ pages: [{ width: 792, height: 612 }], title: 'Größe </title> "1"' })
    expect((await print('x')).read.title).toBe('Document')
  })

  test('of HTML reaches nothing, and what it asked for is told', async () => {
    const before = rendering.requests.length
    const { made } = await print(
      `<img src="${rendering.url('/x.png')}"><iframe src="https://site.example/"></iframe><img src="file:///etc/passwd">
       <script>fetch('${rendering.url('/x')}').catch(() => {}); new WebSocket('ws://site.example:${rendering.port}')</script>`,
    )
    expect(rendering.requests.length).toBe(before)
    expect(made.refused).toContainEqual({ target: 'site.example:443', reason: 'documents that are sent as text may reach nothing' })
    expect(made.refused).toContainEqual({
      target: `site.example:${rendering.port}`,
      reason: 'documents that are sent as text may reach nothing',
    })
  })

  test('shows pictures that are in the document', async () => {
    const { made } = await print('<img src="data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>"><p>here')
    expect(made).toMatchObject({ loaded: true, refused: [] })
  })

  test('of a page has its final URL', async () => {
    rendering.pages.set('/page', page('<h1>A page</h1>'))
    const made = await rendering.renderer.pdf(pdfOf({ url: rendering.url('/page') }), inTime)
    expect(made).toMatchObject({ url: rendering.url('/page'), status: 200, title: 'Document' })
    expect((await read(made.document.bytes)).pages[0]?.text).toContain('A page')
  })

  test('of too many elements is refused', async () => {
    const body = `<p>many<script>document.body.append(...Array.from({ length: 100001 }, () => document.createElement('i')))</script>`
    await expect(print(body)).rejects.toMatchObject({ code: 'document_too_large' })
  })

  test('of a script that never ends is refused, and the next one is made', async () => {
    rendering.pages.set('/loop', '<script>for (;;);</script>')
    const brief = await openRendering({ pageMs: 6_500 })
    try {
      await expect(brief.renderer.pdf(pdfOf({ html: page('<script>for (;;);</script>') }), inTime)).resolves.toMatchObject({
        loaded: false,
      })
    } finally {
      await brief.close()
    }
    expect((await print('after')).read.pages[0]?.text).toBe('after')
  })
})
