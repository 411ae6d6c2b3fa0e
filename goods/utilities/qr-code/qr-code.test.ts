import { BinaryBitmap, DecodeHintType, GlobalHistogramBinarizer, QRCodeReader, RGBLuminanceSource } from '@zxing/library'
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { parseInput } from '../../../src/gate/input/input.ts'
import { networks } from '../../../src/chain/networks.ts'
import type { OfferContext } from '../../../src/offers/offer.ts'
import { longestTurn } from '../../../test/support/longest-turn.ts'
import { parseEip681 } from './parse-eip681.fixture.ts'
import { parseEpc } from './parse-epc.fixture.ts'
import { qrCode } from './qr-code.ts'
import { doesAll, shareOf } from '../../../test/support/runs.ts'

const offer = qrCode({ price: 0n, simulated: false })
const context = {} as OfferContext
const payee = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const iban = 'DE89 3704 0044 0532 0130 00'

interface Code {
  readonly mimeType: string
  readonly bytes: number
  readonly data: string
  readonly contents: string
  readonly version: number
  readonly moduleCount: number
}

async function make(body: unknown): Promise<Code> {
  const { body: made } = await offer.run(parseInput(offer, { path: {}, query: {}, body }), context)
  expect(offer.answer.safeParse(made).error).toBeUndefined()
  return made as Code
}

const pngOf = (code: Code) => PNG.sync.read(Buffer.from(code.data, 'base64'))

/** What an independent reader sees in grey pixels. */
function decode(grey: Uint8ClampedArray, side: number): string {
  const hints = new Map<DecodeHintType, unknown>([
    [DecodeHintType.PURE_BARCODE, true],
    [DecodeHintType.CHARACTER_SET, 'utf-8'],
  ])
  const bitmap = new BinaryBitmap(new GlobalHistogramBinarizer(new RGBLuminanceSource(grey, side, side)))
  return new QRCodeReader().decode(bitmap, hints).getText()
}

function read(code: Code): string {
  const { data, width } = pngOf(code)
  return decode(
    Uint8ClampedArray.from({ length: width * width }, (_, at) => data[4 * at + 1] ?? 0),
    width,
  )
}

/** Reads our SVG: its second path has one rectangle for each dark run. */
function readSvg(code: Code, scale: number): string {
  const side = Number(/viewBox="0 0 (\d+)/.exec(code.data)?.[1]) * scale
  const grey = new Uint8ClampedArray(side * side).fill(255)
  for (const [, x, y, width] of code.data.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      const from = row * side + Number(x) * scale
      grey.fill(0, from, from + Number(width) * scale)
    }
  }
  return decode(grey, side)
}

/** Bytes that a code of each version holds at error correction L (ISO/IEC 18004, table 7). */
const capacities = [
  17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 520, 586, 644, 718, 792, 858, 929, 1003, 1091, 1171, 1273, 1367, 1465,
  1528, 1628, 1732, 1840, 1952, 2068, 2188, 2303, 2431, 2563, 2699, 2809, 2953,
]

/** Text with small letters, so that a code holds it as bytes. */
const textOf = (length: number) => Array.from({ length }, (_, at) => 'abcdefghijklmnopqrstuvwxyz'[(at * 7) % 26]).join('')

describe('an independent reader reads back', () => {
  test.each(
    shareOf(
      capacities.map((bytes, index) => [index + 1, bytes] as const),
      7,
      8,
    ),
  )('version %i, full with %i bytes', async (version, bytes) => {
    const text = textOf(bytes)
    const code = await make({ text, ecc: 'L', format: 'png', size: 1_024 })
    expect([code.version, code.moduleCount]).toEqual([version, 17 + 4 * version])
    expect(read(code)).toBe(text)
  })

  test.each(['L', 'M', 'Q', 'H'])('error correction %s, as PNG and SVG', async (ecc) => {
    const text = 'https://example.com/pay?für=zwei&emoji=🌊'
    expect(read(await make({ text, ecc, format: 'png' }))).toBe(text)
    expect(readSvg(await make({ text, ecc }), 4)).toBe(text)
  })

  test.each([21, 29, 64, 333, 2_048])('a picture of %i pixels that is as large as asked', async (size) => {
    const code = await make({ text: 'A1', margin: size < 29 ? 0 : 4, size, format: 'png' })
    const { width, height } = pngOf(code)
    expect([width, height]).toEqual([size, size])
    if (size >= 64 && (size <= 333 || doesAll)) expect(read(code)).toBe('A1')
  })

  test('a code in the colours that were asked for', async () => {
    const code = await make({ text: 'colours', dark: '#003366', light: '#ffee99', format: 'png', size: 200 })
    const { data } = pngOf(code)
    const seen = new Set(Array.from({ length: data.length / 4 }, (_, at) => data.subarray(4 * at, 4 * at + 3).toString('hex')))
    expect([...seen].toSorted()).toEqual(['003366', 'ffee99'])
    expect(read(code)).toBe('colours')
    expect((await make({ text: 'colours', dark: '#003366' })).data).toContain('fill="#003366"')
  })
})

test.each([
  ['one byte more than the largest code holds', { text: textOf(2_954), ecc: 'L' }, 'body.text'],
  ['no text and no payment', {}, 'body.text'],
  ['both of them', { text: 'a', payment: { kind: 'usdc', to: payee } }, 'body.text'],
  ['a picture smaller than its modules', { text: textOf(200), size: 40 }, 'body.size'],
  ['light on dark', { text: 'a', dark: '#ffffff', light: '#000000' }, 'body.dark'],
  ['colours that are alike', { text: 'a', dark: '#777777', light: '#888888' }, 'body.dark'],
  ['a colour that would be markup', { text: 'a', dark: '"/><script>' }, 'body.dark'],
])('%s is refused', async (_, body, field) => {
  await expect(make(body)).rejects.toMatchObject({ code: 'invalid_input', options: { field } })
})

describe('a transfer of USDC', () => {
  test.each(networks.map((network) => [network.slug, network]))('on %s names its canonical token', async (slug, network) => {
    const code = await make({ payment: { kind: 'usdc', to: payee.toLowerCase(), network: slug, amount: '12.5' }, format: 'png' })
    expect(parseEip681(read(code))).toEqual({
      contract: network.asset,
      chainId: network.chainId,
      method: 'transfer',
      address: payee,
      uint256: 12_500_000n,
    })
  })

  test('may leave the amount to the payer, and goes to Base unless another network is named', async () => {
    const { contents } = await make({ payment: { kind: 'usdc', to: payee } })
    expect(parseEip681(contents)).toEqual({
      contract: networks[0]!.asset,
      chainId: 8453,
      method: 'transfer',
      address: payee,
      uint256: null,
    })
  })

  test('on an unknown network is refused', async () => {
    await expect(make({ payment: { kind: 'usdc', to: payee, network: 'base-sepolia' } })).rejects.toMatchObject({
      code: 'unsupported_network',
    })
  })
})

describe('a SEPA transfer', () => {
  const payment = { kind: 'sepa', name: 'Bäckerei Söhne', iban, bic: 'COBADEFFXXX', amount: '12.30' }

  test('has the lines of EPC069-12', async () => {
    const code = await make({ payment: { ...payment, purpose: 'GDDS', text: 'Rechnung 7' }, format: 'png' })
    expect(parseEpc(read(code))).toEqual({
      bic: 'COBADEFFXXX',
      name: 'Bäckerei Söhne',
      iban: 'DE89370400440532013000',
      amount: '12.30',
      purpose: 'GDDS',
      reference: null,
      text: 'Rechnung 7',
      note: null,
    })
    expect(code.version).toBeLessThanOrEqual(13)
  })

  test('may have a creditor reference, and leave out bank and amount', async () => {
    const { contents } = await make({ payment: { kind: 'sepa', name: 'A', iban: 'FI2112345600000785', reference: 'RF18 5390 0754 7034' } })
    expect(parseEpc(contents)).toMatchObject({ bic: null, amount: null, reference: 'RF18539007547034' })
    expect(contents.endsWith('RF18539007547034')).toBe(true)
  })

  test.each([
    ['a wrong checksum of the IBAN', { iban: 'DE88370400440532013000' }],
    ['an IBAN of a wrong length', { iban: 'DE8937040044053201300' }],
    ['an IBAN of a country outside of SEPA', { iban: 'BR1500000000000010932840814P2' }],
    ['a BIC of nine characters', { bic: 'COBADEFFX' }],
    ['an amount of zero', { amount: '0.00' }],
    ['three decimal places', { amount: '1.234' }],
    ['a billion', { amount: '1000000000' }],
    ['a name that is too long', { name: 'x'.repeat(71) }],
    ['a line break in a name', { name: 'A\nB' }],
    ['a reference with a wrong checksum', { reference: 'RF19539007547034' }],
    ['a reference beside a text', { reference: 'RF18539007547034', text: 'and' }],
  ])('with %s is refused', async (_, changed) => {
    await expect(make({ payment: { ...payment, ...changed } })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('with more bytes than the guideline allows, or another error correction, is refused', async () => {
    const long = { ...payment, name: 'ß'.repeat(70), text: 'ß'.repeat(140) }
    await expect(make({ payment: long })).rejects.toMatchObject({ code: 'invalid_input', options: { field: 'body.payment' } })
    await expect(make({ payment, ecc: 'L' })).rejects.toMatchObject({ code: 'invalid_input', options: { field: 'body.ecc' } })
  })
})

test('the largest codes as PNG leave the event loop free, many at once', async () => {
  await make({ text: 'the thread is there' })
  const text = textOf(2_953)
  const [count, size] = doesAll ? [20, 2_048] : [3, 1_024]
  const longest = await longestTurn(() => Promise.all(Array.from({ length: count }, () => make({ text, ecc: 'L', format: 'png', size }))))
  // A tick of four milliseconds more than 20, since some kernels count so.
  expect(longest).toBeLessThan(24)
})

test('an operator may sell codes', () => {
  expect(qrCode({ price: 5_000n, simulated: false })).toMatchObject({ access: { kind: 'fixed', price: 5_000n } })
  expect(offer.access.kind).toBe('free')
})

test('a text with half of a character is refused, since no code can have it', () => {
  expect(offer.body?.safeParse({ text: 'a\ud83d' }).success).toBe(false)
  expect(offer.body?.safeParse({ text: 'a🚢' }).success).toBe(true)
})
