import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { computedPrice } from '../../offers/computed-price.ts'
import { formatUsd, usd } from '../../shared/money.ts'
import type { Problem } from '../../shared/problems.ts'
import { openGateFixture } from '../gate.fixture.ts'
import { offerAtPrice } from './offer-at-price.ts'
import { prepareInput } from '../input/prepared-input.ts'

const each = { price: usd('0.004') }
const query = z.object({ items: z.coerce.number().int().min(1).max(1_000) })

function open() {
  each.price = usd('0.004')
  const access = computedPrice<unknown, { items: number }, unknown>({
    least: '0.01',
    most: '2',
    words: '$0.004 for each item',
    priceOf: (input) => ({
      price: BigInt(input.query.items) * each.price,
      words: `${input.query.items} items at $${formatUsd(each.price)}`,
    }),
  })
  const fixture = openGateFixture(access, undefined, { query, firstCallFree: false })
  const asked = (items: number | string) => ({
    input: prepareInput(fixture.offer, { path: {}, query: { items: String(items) }, body: undefined }),
  })
  return { fixture, access, asked }
}

describe('a price that is computed from the call', () => {
  test('is asked for, charged and on the receipt, with how it was computed', async () => {
    const { fixture, asked } = open()
    const terms = await fixture.ask(null, asked(12))
    expect(terms).toMatchObject({ kind: 'payment_required', terms: { offer: { access: { kind: 'fixed', price: 48_000n } } } })
    const answered = await fixture.ask(await fixture.pay({ value: 48_000n }), asked(12))
    expect(answered).toMatchObject({ kind: 'answer', payment: { amount: 48_000n, priceWords: '12 items at $0.004', state: 'settled' } })
  })

  test('is never less than the least', async () => {
    const { fixture, asked } = open()
    expect(await fixture.ask(null, asked(1))).toMatchObject({ terms: { offer: { access: { price: 10_000n } } } })
  })

  test('is refused above the most, in words that say what it would be', async () => {
    const { fixture, asked } = open()
    const refused = await fixture.ask(null, asked(501))
    expect(refused).toMatchObject({ kind: 'refused', refusal: { code: 'invalid_input' } })
    expect(refused.kind === 'refused' && refused.refusal.message).toContain('$2.004')
  })

  test('of a cheaper call does not pay for a dearer one, and the terms say what that costs', async () => {
    const { fixture, asked } = open()
    const refused = await fixture.ask(await fixture.pay({ value: 48_000n }), asked(13))
    expect(refused).toMatchObject({
      kind: 'refused',
      refusal: { code: 'invalid_exact_evm_payload_authorization_value_mismatch' },
      terms: { offer: { access: { price: 52_000n } } },
    })
    expect(await fixture.ledger.totals()).toEqual([])
  })

  test('that has changed since it was signed gets the new terms, and is never charged at more than was signed', async () => {
    const { fixture, asked } = open()
    const credential = await fixture.pay({ value: 48_000n })
    each.price = usd('0.005')
    expect(await fixture.ask(credential, asked(12))).toMatchObject({ kind: 'refused', terms: { offer: { access: { price: 60_000n } } } })
    expect(await fixture.ledger.totals()).toEqual([])
  })

  test('that has changed since it was paid does not matter to who sends the payment again', async () => {
    const { fixture, asked } = open()
    const credential = await fixture.pay({ value: 48_000n })
    await fixture.ask(credential, asked(12))
    each.price = usd('0.005')
    expect(await fixture.ask(credential, asked(12))).toMatchObject({ kind: 'answer', replay: true })
  })

  test('of a call that brings nothing but its path are terms of the least price, which say that it is the least', async () => {
    const { fixture } = open()
    const bare = { input: prepareInput(fixture.offer, { path: {}, query: {}, body: undefined }) }
    expect(await fixture.ask(null, bare)).toMatchObject({
      kind: 'payment_required',
      terms: { offer: { access: { price: 10_000n, computed: { words: '$0.01 to $2: $0.004 for each item' } } } },
    })
    expect(await fixture.ask(await fixture.pay({ value: 10_000n }), bare)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'invalid_input' },
    })
  })

  test('is a challenge of its own for each request', () => {
    const { fixture, access, asked } = open()
    const routes = [12, 13].map((items) => offerAtPrice(fixture.offer, access, asked(items).input).route)
    expect(new Set(routes).size).toBe(2)
  })

  test('whatever the input, lies between least and most, and is the same for the same input', () => {
    const { fixture } = open()
    const prices = fc.bigInt({ min: 0n, max: 5_000_000n })
    fc.assert(
      fc.property(prices, prices, prices, fc.integer({ min: 1, max: 1_000 }), (one, other, per, items) => {
        const [least, most] = one < other ? [one + 1n, other + 1n] : [other + 1n, one + 1n]
        const computed = {
          kind: 'computed',
          price: least,
          most,
          words: 'any',
          priceOf: (input: { query: unknown }) => ({ price: per * BigInt((input.query as { items: number }).items), words: 'any' }),
        } as const
        const priceOf = () => {
          try {
            const { access } = offerAtPrice(
              fixture.offer,
              computed,
              prepareInput(fixture.offer, { path: {}, query: { items: String(items) }, body: undefined }),
            )
            return access.kind === 'fixed' ? access.price : null
          } catch (error) {
            return (error as Problem).code
          }
        }
        const found = priceOf()
        expect(priceOf()).toBe(found)
        if (typeof found !== 'bigint') expect([found, per * BigInt(items) > most]).toEqual(['invalid_input', true])
        else expect(found >= least && found <= most).toBe(true)
      }),
    )
  })
})
