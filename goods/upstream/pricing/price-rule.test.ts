import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatUsd, Problem } from '../door.ts'
import { bodySent } from '../calls/body-sent.ts'
import { pricing, type Pricing } from '../file/pricing-schema.ts'
import type { Call } from './price-of.ts'
import { priceOfRow } from './price-rule.ts'

type Written = Parameters<typeof pricing.parse>[0]

function ruleOf(written: Written, body?: { readonly set: Record<string, unknown> }) {
  const rule: Pricing = pricing.parse(written)
  const priced = priceOfRow({ pricing: rule, body })
  if (priced === null) throw new Error('it has a rule')
  return priced
}

function costOf(written: Written, call: Partial<Call>, set: Record<string, unknown> = {}): string {
  try {
    const { price, words } = ruleOf(written, { set }).of({ path: {}, query: {}, body: undefined, ...call })
    return `$${formatUsd(price)}: ${words}`
  } catch (error) {
    if (error instanceof Problem) return error.message
    throw error
  }
}

describe('a price that is computed from the call', () => {
  const addresses = { items: { of: '/body/addresses', each: '0.001' }, most: 2 }

  test.each<readonly [string, Written, Partial<Call>, string]>([
    ['counts the items of a list', addresses, { body: { addresses: ['a', 'b', 'c'] } }, '$0.003: 3 items at $0.001'],
    ['counts one item', addresses, { body: { addresses: ['a'] } }, '$0.001: 1 item at $0.001'],
    ['of a missing list is nothing, so the least is asked for', addresses, { body: {} }, '$0: 0 items at $0.001'],
    [
      'refuses what is no list',
      addresses,
      { body: { addresses: { length: 1 } } },
      'body.addresses: expected a list, since the price depends on it.',
    ],
    [
      'counts the items of a text in a query',
      { items: { of: '/query/ids', each: 1 }, most: 9 },
      { query: { ids: '1,2,3' } },
      '$3: 3 items at $1',
    ],
    [
      'counts characters, and a part of a thousand as a whole one',
      { characters: { of: '/body/text', each: '0.002' }, most: 1 },
      { body: { text: `${'x'.repeat(1_000)}😀` } },
      '$0.004: 1001 characters at $0.002 for each 1,000',
    ],
    [
      'counts the characters of all texts of a list',
      { characters: { of: '/body/texts', each: '0.002', per: 1 }, most: 1 },
      { body: { texts: ['ab', 'cde'] } },
      '$0.01: 5 characters at $0.002',
    ],
    [
      'is looked up in a table',
      { table: { of: '/query/size', prices: { small: '0.01', large: '0.05' } } },
      { query: { size: 'large' } },
      '$0.05: query.size large',
    ],
    [
      'refuses a value that the table lacks',
      { table: { of: '/query/size', prices: { small: '0.01', large: '0.05' } } },
      { query: { size: 'huge' } },
      'query.size: expected one of small, large, since the price depends on it.',
    ],
    [
      'has a price for all other values, also for names that every object has',
      { table: { of: '/path/size', prices: { small: '0.01' }, otherwise: '0.1' } },
      { path: { size: 'constructor' } },
      '$0.1: path.size of another value',
    ],
  ])('%s', (_, written, call, expected) => {
    expect(costOf(written, call)).toBe(expected)
  })

  test('has bounds: the least of one unit unless the file says another, and those of a table are its own', () => {
    expect(ruleOf(addresses)).toMatchObject({ least: '0.001', most: '2', words: '$0.001 for each item of body.addresses' })
    expect(ruleOf({ ...addresses, least: '0.01' })).toMatchObject({ least: '0.01' })
    expect(ruleOf({ table: { of: '/query/size', prices: { a: '0.05', b: '0.01' }, otherwise: 1 } })).toMatchObject({
      least: '0.01',
      most: '1',
      words: 'by query.size: a $0.05, b $0.01, others $1',
    })
  })
})

describe('the price of a call of a language model', () => {
  const models = { small: { input: '0.15', output: '0.60' }, large: { input: 3, output: 15 } }
  const written: Written = { tokens: { models, bytesPerToken: 1 }, most: 5 }
  const bytes = (body: unknown) => Buffer.byteLength(JSON.stringify(body))

  test('is its input by bytes, and the output that it allows', () => {
    const body = { model: 'large', max_tokens: 1_000, messages: [{ role: 'user', content: 'Hello' }] }
    expect(costOf(written, { body })).toBe(
      `$${formatUsd(BigInt(15_000 + 3 * bytes(body)))}: large: up to 1000 tokens at $15 a million, and ${bytes(body)} of input at $3`,
    )
  })

  test('counts every answer that it asks for, and the largest of several bounds', () => {
    const body = { model: 'small', max_tokens: 1, max_completion_tokens: 500, n: 4 }
    expect(costOf(written, { body })).toContain('up to 2000 tokens')
  })

  test('without a bound is that of the bound which is then sent to the API', () => {
    const tokens = { models, unlessGiven: 300, limit: 'max_completion_tokens' } as const
    expect(costOf({ tokens, most: 5 }, { body: { model: 'small', max_tokens: null } })).toContain('up to 300 tokens')
    const row = { pricing: pricing.parse({ tokens, most: 5 }), body: undefined }
    expect(bodySent({ model: 'small' }, row)).toEqual({ model: 'small', max_completion_tokens: 300 })
    expect(bodySent({ model: 'small', max_tokens: 7 }, row)).toEqual({ model: 'small', max_tokens: 7 })
  })

  test('is that of the model which the file sets, whatever the caller asks for', () => {
    expect(costOf(written, { body: { model: 'small', max_tokens: 10 } }, { model: 'large' })).toContain('large: up to 10 tokens')
  })

  test.each([
    [{ model: 'other' }, 'body.model: expected one of small, large.'],
    [{ model: 'constructor' }, 'body.model: expected one of small, large.'],
    [{ model: 'small', max_tokens: -1 }, 'body.max_tokens: expected a whole number from 1 to 10000000.'],
    [{ model: 'small', max_tokens: '5' }, 'body.max_tokens: expected a whole number from 1 to 10000000.'],
    [{ model: 'small', n: 1.5 }, 'body.n: expected a whole number from 1 to 128.'],
  ])('refuses %j', (body, expected) => {
    expect(costOf(written, { body })).toBe(expected)
  })

  test('never falls below what its tokens cost, and is never rounded down', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 128 }), fc.string(), (limit, count, content) => {
        const body = { model: 'small', max_tokens: limit, n: count, messages: [{ content }] }
        const { price } = ruleOf(written).of({ path: {}, query: {}, body })
        const exact = BigInt(limit * count) * 600_000n + BigInt(bytes(body)) * 150_000n
        expect(price * 1_000_000n >= exact && (price - 1n) * 1_000_000n < exact).toBe(true)
      }),
    )
  })
})
