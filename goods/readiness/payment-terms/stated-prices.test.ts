import fc from 'fast-check'
import { expect, test } from 'vitest'
import { usd } from '../../../src/shared/money.ts'
import { checkTerms } from './check-terms.ts'
import type { FoundOffer } from './found-offer.ts'
import { knownNetworks } from './known-tokens.ts'
import { statedPrices } from './stated-prices.ts'

const networks = knownNetworks({ get: () => undefined })
const codes = (description: string, amount: bigint) => {
  const offer: FoundOffer = {
    id: 'x402-v2[0]',
    protocol: 'x402-v2',
    scheme: 'exact',
    network: 'eip155:8453',
    amount,
    asset: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
    domain: { name: 'USD Coin', version: '2' },
    maxTimeoutSeconds: 60,
    resource: null,
    description,
    expiresAt: null,
    faults: [],
  }
  return checkTerms({ offers: [offer], faults: [] }, { networks, url: null, knownPayees: [] }).offers[0]!.faults.map(({ code }) => code)
}

const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
function inWords(n: number): string {
  if (n < 20) return units[n]!
  if (n < 100) return tens[Math.floor(n / 10)]! + (n % 10 ? `-${units[n % 10]}` : '')
  const rest = n % 100
  return `${units[Math.floor(n / 100)]} hundred${rest ? ` and ${inWords(rest)}` : ''}`
}

const dollars = fc.integer({ min: 2, max: 999 })
const spelled = dollars.chain((n) =>
  fc.record({
    n: fc.constant(n),
    text: fc.constantFrom(
      `$${n}`,
      `${n} USDC`,
      `USD ${n}`,
      `${n} dollars`,
      `${n} Dollar pro Aufruf`,
      `${n}美元`,
      `${inWords(n)} dollars`,
      `Costs ${inWords(n)} USDC per call`,
      `${n * 100} cents`,
      `Weather for ${inWords(n)} bucks`,
    ),
  }),
)

test('a price in any of these spellings is the price of the amount that it names, and a fault beside any other', () => {
  fc.assert(
    fc.property(spelled, dollars, ({ n, text }, otherAmount) => {
      expect(codes(text, usd(String(n))), text).toEqual([])
      if (otherAmount !== n) expect(codes(text, usd(String(otherAmount))), text).not.toEqual([])
    }),
  )
})

test('any description is read without an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (text) => {
      for (const { price } of statedPrices(text).prices) expect(price === null || price > 0n).toBe(true)
    }),
  )
})
