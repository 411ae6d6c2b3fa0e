import { answer, answerMeta, type AnyOffer, fixedPrice, offer, ownMeta, z } from '../../../src/goods/door.ts'
import { count, documentAnswer, documentMembers } from '../../../src/goods/kit/answers.ts'
import type { PdfDocumentAsked, Renderer } from '../renderer/renderer.ts'
import { markdownDocument } from './markdown-document.ts'
import { pageAnswer, pageMembers, pageUrl, required } from './rendered-page.ts'
import { documentTooLarge, renderingProblems } from '../renderer/rendering-problems.ts'

/** Width and height in millimetres (ISO 216, ANSI). */
const paperSizes = {
  A3: [297, 420],
  A4: [210, 297],
  A5: [148, 210],
  Letter: [215.9, 279.4],
  Legal: [215.9, 355.6],
  Tabloid: [279.4, 431.8],
} as const

const millimetresPerInch = 25.4
const maxTextLength = 200_000
const marginText = z.string().min(1).max(200)
const source = z.string().min(1).max(maxTextLength)
const oneSource = 'exactly one of html, markdown and url'

const bodyFor = (renderer: Renderer | null) =>
  z
    .object({
      html: source.optional().describe('It can reach nothing: put pictures in as data: URLs'),
      markdown: source.optional().describe('CommonMark with tables'),
      url: pageUrl(renderer).optional(),
      page_size: z.enum(['A3', 'A4', 'A5', 'Letter', 'Legal', 'Tabloid']).default('A4'),
      landscape: z.boolean().default(false),
      margins: z.array(z.number().min(0).max(60)).length(4).default([15, 15, 15, 15]).describe('Millimetres: top, right, bottom, left'),
      header: marginText.optional().describe('One line; {page}, {pages} and {title} are filled in'),
      footer: marginText.optional(),
      title: z.string().min(1).max(200).optional(),
    })
    .superRefine(({ html, markdown, url }, context) => {
      if ([html, markdown, url].filter((one) => one !== undefined).length !== 1) context.addIssue({ code: 'custom', message: oneSource })
    })

const pdfAnswer = z.object({
  ...documentMembers(['application/pdf']),
  pageCount: count,
  ...pageMembers,
  meta: answerMeta,
})

const emptyPdf =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Count 0/Kids[]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'

const exampleAnswer: z.input<typeof pdfAnswer> = {
  ...documentAnswer({ mimeType: 'application/pdf', bytes: Buffer.from(emptyPdf) }),
  pageCount: 1,
  url: null,
  status: null,
  title: 'Invoice 2026-114',
  loaded: true,
  limits: [],
  missing: [],
  refused: [],
  meta: ownMeta(false),
}

/** A PDF of HTML, Markdown or a page. Without a renderer it can only be described. */
export function pdfGenerate(renderer: Renderer | null, { simulated }: { readonly simulated: boolean }): AnyOffer {
  const body = bodyFor(renderer)
  return offer({
    id: 'pdf-generate',
    route: 'POST /v1/util/pdf-generate',
    access: fixedPrice('0.03'),
    title: 'PDF of a document',
    purpose:
      'Turn HTML, Markdown or a public page into a PDF, with fonts for Latin, Greek, Cyrillic, Chinese, Japanese, Korean, Arabic and emoji.',
    restsOn: 'your document, or the page',
    cannotKnow: 'what a page shows elsewhere, later or after a login',
    body,
    answer: pdfAnswer,
    problems: [...Object.values(renderingProblems), documentTooLarge],
    brief: { none: 'its answer is a document' },
    example: {
      body: {
        markdown: '# Invoice 2026-114\n\n| item | EUR |\n|---|---|\n| Consulting | 100.00 |\n',
        footer: '{page} / {pages}',
        title: 'Invoice 2026-114',
      },
      answer: exampleAnswer,
    },
    document: { types: ['application/pdf'] },
    settle: 'first',
    // A call may wait for those before it.
    deadlineMs: 60_000,
    needs: { engine: { setting: 'BROWSER', by: renderer } },
    ...(renderer ? { engine: renderer.trial, admit: renderer.admit } : {}),
    async run({ body: asked }, { caller, signal }) {
      const { document, ...page } = await required(renderer).pdf(askedOf(asked), signal, caller)
      return answer({
        ...documentAnswer({ mimeType: 'application/pdf', bytes: document.bytes }),
        pageCount: document.pageCount,
        ...pageAnswer(page),
        meta: ownMeta(simulated),
      })
    },
  })
}

function askedOf(asked: z.output<ReturnType<typeof bodyFor>>): PdfDocumentAsked {
  const [width, height] = paperSizes[asked.page_size]
  const [top = 0, right = 0, bottom = 0, left = 0] = asked.margins.map((millimetres) => millimetres / millimetresPerInch)
  return {
    source: sourceOf(asked),
    paper: { width: width / millimetresPerInch, height: height / millimetresPerInch },
    margins: { top, right, bottom, left },
    landscape: asked.landscape,
    header: asked.header ?? null,
    footer: asked.footer ?? null,
    title: asked.title ?? null,
  }
}

function sourceOf({
  html,
  markdown,
  url,
}: {
  html?: string | undefined
  markdown?: string | undefined
  url?: string | undefined
}): PdfDocumentAsked['source'] {
  if (url !== undefined) return { url }
  return { html: html ?? markdownDocument(markdown ?? '') }
}
