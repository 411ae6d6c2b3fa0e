import { expect, test } from 'vitest'
import { z } from 'zod'
import { computedPrice } from './computed-price.ts'
import { createOfferPrices, pricesToRecord } from './offer-prices.ts'
import { answer, offer } from './offer.ts'

const access = computedPrice({
  least: '0.01',
  most: '2',
  words: '$0.01 for each item',
  priceOf: () => ({ price: 20_000n, words: '2 items' }),
})
const counted = offer({
  id: 'count',
  route: 'GET /v1/count',
  access,
  title: 'Count',
  purpose: 'Counts.',
  answer: z.object({}),
  example: { answer: {} },
  run: async () => answer({}),
})

test('an order is one price for all calls of an offer with a computed price, and its end brings the computed price back', () => {
  const prices = createOfferPrices()
  const priced = prices.prepare([counted])
  priced.use()
  const [sold] = priced.offers
  const order = { number: 1, offerId: 'count', price: 10_000n, from: 5 }
  expect(prices.due([order], 4)).toEqual([])
  // Its least price is the ordered one, and yet a change.
  const changes = prices.due([order], 5)
  expect(changes).toEqual([{ offerId: 'count', price: 10_000n, isDeclared: false }])
  prices.apply(changes)
  expect(sold!.access).toEqual({ kind: 'fixed', price: 10_000n })
  expect(prices.due([order], 6)).toEqual([])
  const withdrawn = prices.due([order, { ...order, number: 2, price: null, from: 7 }], 7)
  prices.apply(withdrawn)
  expect(sold!.access).toBe(access)
  expect(prices.due([order, { ...order, number: 2, price: null, from: 7 }], 8)).toEqual([])
})

test('computed prices are not on record for their offer', () => {
  expect(pricesToRecord([counted])).toEqual([])
})
