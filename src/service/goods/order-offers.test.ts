import { expect, test } from 'vitest'
import { z } from 'zod'
import { answer, dailyQuota, fixedPrice, free, offer, type Access } from '../../offers/offer.ts'
import { inDocumentOrder } from './order-offers.ts'

const order = ['market', 'tenders', 'onchain']

function named(id: string, access: Access) {
  const simple = { title: id, purpose: id, answer: z.object({}), example: { answer: {} }, brief: { none: 'a test' } }
  return offer({ id, route: `GET /v1/${id}`, access, ...simple, run: async () => answer({}) })
}

const own = [named('discovery', free)]
const ofOnchain = [
  { line: 'onchain', offer: named('languages', free) },
  { line: 'onchain', offer: named('summary', fixedPrice('0.01')) },
]
const ofMarket = [
  { line: 'market', offer: named('rates', free) },
  { line: 'market', offer: named('estimate', dailyQuota('0.01')) },
  { line: 'market', offer: named('price', fixedPrice('0.01')) },
]
const ids = (others: Parameters<typeof inDocumentOrder>[1]) =>
  inDocumentOrder(own, [...ofOnchain, ...ofMarket, ...others], order).map(({ id }) => id)

test('an offer stands among those that are sold as it is, in the order of the lines', () => {
  expect(
    ids([
      { line: 'tenders', offer: named('notices', fixedPrice('0.02')) },
      { line: 'tenders', offer: named('codes', free) },
      { line: 'tenders', offer: named('values', fixedPrice('0.02')) },
      { line: 'tenders', offer: named('tries', dailyQuota('0.02')) },
    ]),
  ).toEqual(['discovery', 'rates', 'codes', 'languages', 'estimate', 'tries', 'price', 'notices', 'values', 'summary'])
})

test('those of a line that did not come with the service are the last, however they are sold', () => {
  expect(ids([{ line: 'tides', offer: named('ports', free) }]).at(-1)).toBe('ports')
})
