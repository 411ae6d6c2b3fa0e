import { answer, answerMeta, type AnyOffer, fixedPrice, offer, ownMeta, z } from '../../../src/goods/door.ts'
import { documentAnswer, documentMembers, foreignText, quantity } from '../../../src/goods/kit/answers.ts'
import type { Renderer } from '../renderer/renderer.ts'
import { pageAnswer, pageMembers, pageUrl, required } from './rendered-page.ts'
import { renderingProblems } from '../renderer/rendering-problems.ts'

const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
const maxWaitSeconds = 10

const selector = z.string().min(1).max(500)

const bodyFor = (renderer: Renderer | null) =>
  z.object({
    url: pageUrl(renderer),
    width: z.int().min(200).max(2_560).default(1_280),
    height: z.int().min(200).max(2_560).default(800),
    full_page: z.boolean().default(false),
    device_scale: z.number().min(0.5).max(3).default(1),
    dark: z.boolean().default(false),
    wait: z.enum(['load', 'idle', 'selector']).default('load'),
    wait_selector: selector.optional(),
    wait_seconds: z.number().min(0.5).max(maxWaitSeconds).default(8).describe('Then the page is shown as it is'),
    selector: selector.optional().describe('Show only the first such element'),
    format: z.enum(['png', 'jpeg', 'webp']).default('png'),
    block: z
      .array(z.enum(['ads', 'cookie_banners']))
      .max(2)
      .default([]),
  })

const screenshotAnswer = z.object({
  ...documentMembers(pictureTypes),
  widthPixels: quantity,
  heightPixels: quantity,
  cut: z.boolean().describe('Whether the picture ends before the page does, at 25 million pixels or 10,000 in width'),
  ...pageMembers,
  blockedHosts: z.array(foreignText).describe('Hosts whose requests were blocked, as the call asked'),
  meta: answerMeta,
})

/** One white pixel. */
const whitePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAG7buVgAAAABJRU5ErkJggg=='

const exampleAnswer: z.input<typeof screenshotAnswer> = {
  mimeType: 'image/png',
  bytes: 67,
  data: whitePixel,
  widthPixels: 1_280,
  heightPixels: 800,
  cut: false,
  url: 'http://example.com/',
  status: 200,
  title: 'Example Domain',
  loaded: true,
  limits: [],
  missing: [],
  refused: [],
  blockedHosts: [],
  meta: ownMeta(false),
}

/** A picture of a page in a locked-down browser. Without a renderer it can only be described. */
export function screenshot(renderer: Renderer | null, { simulated }: { readonly simulated: boolean }): AnyOffer {
  return offer({
    id: 'screenshot',
    route: 'POST /v1/util/screenshot',
    access: fixedPrice('0.02'),
    title: 'Screenshot of a page',
    purpose: 'See a public web page as people see it: the window, the whole page or one element, with its final URL, status and title.',
    restsOn: 'a page as headless Chromium renders it here',
    cannotKnow: 'what the page shows elsewhere, later or after a login',
    body: bodyFor(renderer),
    answer: screenshotAnswer,
    problems: Object.values(renderingProblems),
    brief: { none: 'its answer is a picture' },
    example: { body: { url: 'http://example.com/' }, answer: exampleAnswer },
    document: { types: pictureTypes },
    settle: 'first',
    // A call may wait for those before it.
    deadlineMs: 60_000,
    needs: { engine: { setting: 'BROWSER', by: renderer } },
    ...(renderer ? { engine: renderer.trial, admit: renderer.admit } : {}),
    async run({ body }, { caller, signal }) {
      const wait = body.wait === 'selector' ? { kind: 'selector' as const, selector: body.wait_selector ?? 'body' } : { kind: body.wait }
      const { picture, ...page } = await required(renderer).screenshot(
        {
          url: body.url,
          width: body.width,
          height: body.height,
          fullPage: body.full_page,
          deviceScale: body.device_scale,
          dark: body.dark,
          wait,
          waitMs: body.wait_seconds * 1_000,
          selector: body.selector ?? null,
          format: body.format,
          blocked: body.block,
        },
        signal,
        caller,
      )
      return answer({
        ...documentAnswer(picture),
        widthPixels: picture.width,
        heightPixels: picture.height,
        cut: picture.cut,
        ...pageAnswer(page),
        blockedHosts: [...page.blockedHosts],
        meta: ownMeta(simulated),
      })
    },
  })
}
