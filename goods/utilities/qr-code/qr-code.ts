import { type Access, answer, answerMeta, type AnyOffer, free, offer, ownMeta, Problem, z } from '../../../src/goods/door.ts'
import { count, documentAnswer, documentMembers, foreignText, statistic } from '../../../src/goods/kit/answers.ts'
import { createCodeDrawer, type DrawOnThread } from './code-drawer.ts'
import { contentsOf } from './code-contents.ts'
import { drawCode, type CodeOrder, type DrawnCode } from './draw-code.ts'
import { qrCodeInput } from './qr-code-input.ts'

const types = ['image/svg+xml', 'image/png'] as const

const qrCodeAnswer = z.object({
  ...documentMembers(types),
  contents: foreignText.describe('What the code says'),
  version: statistic.describe('Of the QR code, 1 to 40'),
  moduleCount: count.describe('Modules of a side, without the margin'),
  ecc: z.enum(['L', 'M', 'Q', 'H']),
  meta: answerMeta,
})

/** A QR code of a text, or of a payment. @param price base units; 0 makes it free */
export function qrCode({ price, simulated }: { readonly price: bigint; readonly simulated: boolean }): AnyOffer {
  const access: Access = price === 0n ? free : { kind: 'fixed', price }
  const draw = createCodeDrawer()
  return offer({
    id: 'qr-code',
    route: 'POST /v1/util/qr-code',
    access,
    title: 'QR code',
    purpose:
      'A QR code as SVG or PNG: of a text up to the capacity of a code, of a USDC transfer (EIP-681), or of a SEPA transfer (EPC069-12).',
    restsOn: 'your text',
    cannotKnow: 'whether the account in it is the right one',
    body: qrCodeInput,
    answer: qrCodeAnswer,
    brief: { none: 'its answer is a picture' },
    example: { body: exampleBody, answer: exampleAnswer() },
    document: { types },
    ...(price === 0n ? { fairUse: { burst: 60, perMinute: 60 } } : {}),
    run: async ({ body }) => answer({ ...(await codeOf(body, draw)), meta: ownMeta(simulated) }),
  })
}

async function codeOf(body: z.output<typeof qrCodeInput>, draw: DrawOnThread) {
  const order: CodeOrder = { ...body, ...contentsOf(body) }
  return described(order, await draw(order))
}

/** @throws Problem `invalid_input` for contents or a size that no code has */
function described(order: CodeOrder, drawn: DrawnCode) {
  if (drawn.kind === 'too_long') {
    const detail = `The text is longer than a code with error correction ${order.ecc} holds.`
    throw new Problem('invalid_input', detail, { field: 'body.text', expected: 'a shorter text, or ecc L' })
  }
  if (drawn.kind === 'too_small') {
    const detail = 'At this size a module would be smaller than a pixel.'
    throw new Problem('invalid_input', detail, { field: 'body.size', expected: `at least ${drawn.minSize}` })
  }
  const { bytes, version, moduleCount } = drawn
  const mimeType = order.format === 'svg' ? 'image/svg+xml' : 'image/png'
  return { ...documentAnswer({ mimeType, bytes } as const), contents: order.contents, version, moduleCount, ecc: order.ecc }
}

const exampleBody = { text: 'HELLO', margin: 2, size: 100 }

function exampleAnswer(): z.input<typeof qrCodeAnswer> {
  const order = {
    contents: 'HELLO',
    ecc: 'M',
    maxVersion: 40,
    format: 'svg',
    size: 100,
    margin: 2,
    dark: '#000000',
    light: '#ffffff',
  } as const
  return { ...described(order, drawCode(order)), meta: ownMeta(false) }
}
