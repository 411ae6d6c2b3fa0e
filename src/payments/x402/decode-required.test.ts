import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { decodePaymentRequired } from './decode-required.ts'
import { decodePaymentSignature } from './decode-payment.ts'
import { encodePaymentSignature } from './encode-payment.ts'
import { anyAuthorization, anyRequirement, header } from './payment.fixture.ts'
import { anyText } from '../../../test/support/any-text.ts'

const entry = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '7500',
  asset: `0x${'83'.repeat(20)}`,
  payTo: `0x${'20'.repeat(20)}`,
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '2' },
}
const required = (accepts: unknown, more: object = {}) =>
  header({ x402Version: 2, error: 'pay', resource: { url: 'https://x.example/' }, accepts, extensions: {}, ...more })

describe("another server's terms", () => {
  test('keep only what can be paid with an authorization', () => {
    const decoded = decodePaymentRequired(
      required([
        { ...entry, scheme: 'upto' },
        { ...entry, network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
        { ...entry, extra: { assetTransferMethod: 'permit2' } },
        { ...entry, extra: { ...entry.extra, assetTransferMethod: 'eip3009' } },
        entry,
      ]),
    )
    expect(decoded).toMatchObject({ ok: true, required: { accepts: [{ chainId: 8453 }, { raw: entry }] } })
  })

  const broken: [string, string][] = [
    ['amount as a number', required([{ ...entry, amount: 7500 }])],
    ['amount in dollars', required([{ ...entry, amount: '0.0075' }])],
    ['no signing domain', required([{ ...entry, extra: {} }])],
    ['no entry', required([])],
    ['no list', required({})],
    ['no resource', required([entry], { resource: undefined })],
    ['another version', required([entry], { x402Version: 1 })],
    ['too long', 'A'.repeat(20_000)],
    ['not base64', '?'],
  ]
  test.each(broken)('are refused with %s', (_, value) => {
    const decoded = decodePaymentRequired(value)
    expect(decoded.ok).toBe(false)
  })

  test('never make the reader throw', () => {
    const anything = fc.oneof(
      anyText(),
      fc.jsonValue().map(header),
      fc.jsonValue().map((value) => required([value])),
      fc.jsonValue().map((value) => required([entry], { resource: value, extensions: value })),
    )
    fc.assert(
      fc.property(anything, (value) => {
        const decoded = decodePaymentRequired(value)
        if (!decoded.ok) expect(decoded.reason.length).toBeLessThan(400)
      }),
      { numRuns: runsOf(500) },
    )
  })
})

describe('the payment that answers them', () => {
  test('is read by our server as intended', () => {
    fc.assert(
      fc.property(anyRequirement, anyAuthorization, (raw, authorization) => {
        const decoded = decodePaymentRequired(required([raw]))
        if (!decoded.ok) throw new Error(decoded.reason)
        const [accepted] = decoded.required.accepts
        if (!accepted) throw new Error('not payable')
        const payment = decodePaymentSignature(encodePaymentSignature({ required: decoded.required, accepted, authorization }))
        expect(payment).toMatchObject({
          ok: true,
          credential: {
            proof: { network: accepted.network, asset: accepted.asset, authorization },
            accepted: { payTo: accepted.payTo, amount: accepted.amount },
          },
        })
      }),
    )
  })

  test('echoes the extensions, and adds an identifier only where the server declares the extension', () => {
    const known = { 'payment-identifier': { info: { required: false }, schema: { type: 'object' } }, bazaar: { info: {} } }
    const authorization = {
      from: `0x${'01'.repeat(20)}`,
      to: `0x${'02'.repeat(20)}`,
      value: 1n,
      validAfter: 0n,
      validBefore: 2n,
      nonce: `0x${'03'.repeat(32)}`,
      signature: `0x${'04'.repeat(64)}1b`,
    } as const
    const paymentIdentifier = 'an-id-of-16-characters'
    const encode = (extensions: Record<string, unknown>) =>
      encodePaymentSignature({ required: { resource: {}, extensions }, accepted: { raw: entry }, authorization, paymentIdentifier })
    expect(decodePaymentSignature(encode(known))).toMatchObject({ ok: true, credential: { paymentIdentifier } })
    expect(JSON.parse(Buffer.from(encode(known), 'base64').toString())).toMatchObject({
      extensions: { ...known, 'payment-identifier': { ...known['payment-identifier'], info: { required: false, id: paymentIdentifier } } },
    })
    expect(decodePaymentSignature(encode({}))).toMatchObject({ ok: true, credential: { paymentIdentifier: null } })
  })
})
