import { describe, expect, test } from 'vitest'
import { parseInput, type RawInput } from '../gate/input/input.ts'
import { schemasOf } from '../offers/offer-schemas.ts'
import type { AnyOffer } from '../offers/offer.ts'
import { Problem } from '../shared/problems.ts'
import { describedOffers } from '../../test/described-offers.ts'

const offers: readonly AnyOffer[] = await describedOffers({
  discovery: { freeCallsPerDay: 25, protocols: ['x402'], networks: [], playMoney: false },
})

/** Words of the schema library. */
const notOurs = /Invalid |Too (?:big|small)|Unrecognized|expected (?:string|number|array|object|to)|received |undefined|NaN|>=|<=/

const wrongValues = [null, -1, 1e9, 0.5, '', 'x', 'x'.repeat(300_000), true, [], Array(500).fill('x'), {}, { x: 1 }]

/** Requests that are wrong in one member each; texts only where the wire has only texts. */
function wrongInputs(offer: AnyOffer): RawInput[] {
  const { path = {}, query = {}, body } = offer.example
  const right = { path, query, body }
  return (['path', 'query', 'body'] as const).flatMap((part) => {
    const properties = (schemasOf(offer)[part]?.['properties'] ?? {}) as Readonly<Record<string, unknown>>
    const values = part === 'body' ? wrongValues : wrongValues.filter((value) => typeof value === 'string')
    const members = Object.keys(properties).flatMap((name) => [
      ...values.map((value) => ({ ...(right[part] as object), [name]: value })),
      Object.fromEntries(Object.entries(right[part] as object).filter(([other]) => other !== name)),
    ])
    return [...members, ...(part === 'body' && offer.body ? wrongValues : [])].map((value) => ({ ...right, [part]: value }))
  })
}

describe('input that is wrong is described in our own words', () => {
  test.each(offers.map((offer) => [offer.id, offer] as const))('by %s', (_, offer) => {
    for (const raw of wrongInputs(offer)) {
      try {
        parseInput(offer, raw)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        const { expected, extra } = error.options
        const said = [error.message, expected ?? '', ...((extra?.['more'] ?? []) as { expected: string }[]).map((one) => one.expected)]
        for (const words of said) expect(words).not.toMatch(notOurs)
      }
    }
  })

  test('such as a batch that is too long', () => {
    const batch = offers.find(({ id }) => id === 'deep-analysis-batch')!
    const addresses = Array.from({ length: 12 }, () => '0x0000000000000000000000000000000000000aaa')
    expect(() => parseInput(batch, { path: {}, query: {}, body: { addresses } })).toThrow(
      'body.addresses: expected at most 10 addresses; you sent 12.',
    )
  })
})
