import { Problem, z } from '../../../src/goods/door.ts'
import { countPdfPages } from './count-pdf-pages.ts'
import type { OpenPage } from './open-page.ts'
import { evaluateApart } from './own-world.ts'
import { documentTooLarge } from '../renderer/rendering-problems.ts'

export interface PdfAsked {
  /** In inches. */
  readonly paper: { readonly width: number; readonly height: number }
  readonly margins: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number }
  readonly landscape: boolean
  /** Plain text; `{page}`, `{pages}` and `{title}` are filled in. Null for none. */
  readonly header: string | null
  readonly footer: string | null
  /** The title in the document's properties; null for that of the page. */
  readonly title: string | null
  readonly maxBytes: number
  readonly maxElements: number
}

export interface Pdf {
  readonly bytes: Uint8Array
  readonly pageCount: number
  /** Whether the page is wider than what could be made to fit. */
  readonly cut: boolean
}

const printed = z.object({ stream: z.string() })
const piece = z.object({ data: z.string(), base64Encoded: z.boolean().optional(), eof: z.boolean() })
const counted = z.object({ result: z.object({ value: z.number() }) })

/** A document that is wider than its paper is made smaller, so that nothing of it is cut off. @throws Problem `document_too_large` */
export async function printPdf(page: OpenPage, asked: PdfAsked): Promise<Pdf> {
  const { session } = page
  const expression = `(() => {
    ${asked.title === null ? '' : `document.title = ${JSON.stringify(asked.title)};`}
    return document.getElementsByTagName('*').length
  })()`
  const { result } = counted.parse(await session.send('Runtime.evaluate', { expression, returnByValue: true }))
  if (result.value > asked.maxElements) throw tooLarge(`${asked.maxElements} elements`)
  const { paper, margins, header, footer } = asked
  const { scale, cut } = await scaleFor(page, asked)
  const answer = await session.send('Page.printToPDF', {
    scale,
    landscape: asked.landscape,
    printBackground: true,
    displayHeaderFooter: header !== null || footer !== null,
    headerTemplate: template(header),
    footerTemplate: template(footer),
    paperWidth: paper.width,
    paperHeight: paper.height,
    marginTop: margins.top,
    marginRight: margins.right,
    marginBottom: margins.bottom,
    marginLeft: margins.left,
    preferCSSPageSize: false,
    generateTaggedPDF: true,
    transferMode: 'ReturnAsStream',
  })
  const { stream } = printed.parse(answer)
  const pieces: Buffer[] = []
  let length = 0
  for (let eof = false; !eof;) {
    const read = piece.parse(await session.send('IO.read', { handle: stream, size: 524_288 }))
    const bytes = Buffer.from(read.data, read.base64Encoded ? 'base64' : 'utf8')
    pieces.push(bytes)
    length += bytes.length
    if (length > asked.maxBytes) throw tooLarge(`${asked.maxBytes} bytes`)
    eof = read.eof
  }
  await session.send('IO.close', { handle: stream })
  const bytes = Buffer.concat(pieces)
  return { bytes, pageCount: countPdfPages(bytes), cut }
}

/** Chromium itself makes a document smaller by half of its width at most. */
const ownShrinking = 1.4
const minScale = 0.1
const pixelsPerInch = 96

async function scaleFor(
  page: OpenPage,
  { paper, margins, landscape }: PdfAsked,
): Promise<{ readonly scale: number; readonly cut: boolean }> {
  const { session } = page
  const inches = (landscape ? paper.height : paper.width) - margins.left - margins.right
  const width = Math.max(1, Math.floor(inches * pixelsPerInch))
  await session.send('Emulation.setEmulatedMedia', { media: 'print' })
  const needed = (await evaluateApart(page, widthWithin(width), z.number())) ?? 0
  await session.send('Emulation.setEmulatedMedia', { media: '' })
  if (needed <= width * ownShrinking) return { scale: 1, cut: false }
  return { scale: Math.max(minScale, width / needed), cut: width / needed < minScale }
}

/** The width that the document takes on paper of this width, in CSS pixels. The window keeps its size, since a page would notice. */
function widthWithin(width: number): string {
  return `(() => {
    const { documentElement: root, body } = document, { style } = root
    const [before, priority] = [style.getPropertyValue('width'), style.getPropertyPriority('width')]
    style.setProperty('width', '${width}px', 'important')
    // In a document of older rules (quirks mode) the body has the size of the window.
    const needed = document.compatMode === 'BackCompat' || body === null ? root.scrollWidth : body.offsetLeft + body.scrollWidth
    style.setProperty('width', before, priority)
    return needed
  })()`
}

function tooLarge(limit: string): Problem {
  return new Problem(documentTooLarge, `The document has more than ${limit}.`)
}

const fields: Readonly<Record<string, string>> = {
  '{page}': '<span class="pageNumber"></span>',
  '{pages}': '<span class="totalPages"></span>',
  '{title}': '<span class="title"></span>',
}

/** A line of text in the margin. Chromium's own style would make it too small to read. */
function template(text: string | null): string {
  if (text === null) return '<span></span>'
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const filled = escaped.replace(/\{(?:page|pages|title)\}/g, (field) => fields[field] ?? field)
  return `<div style="font-family:sans-serif;font-size:9px;width:100%;text-align:center;margin:0 10mm">${filled}</div>`
}
