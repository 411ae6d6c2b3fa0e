import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { parseUnits, usd } from '../../../src/shared/money.ts'
import type { BookLevel } from '../coins/depth-feed.ts'
import { sellInto, sellIntoBooks } from './sell-into-books.ts'

const levels = (...rows: (readonly [price: string, size: string])[]): BookLevel[] =>
  rows.map(([price, size]) => ({ price: parseUnits(price, 18), size: parseUnits(size, 18) }))

const book = levels(['0.90', '100'], ['0.88', '300'], ['0.80', '600'])

test.each([
  ['100', 90_000_000n],
  // 100 at 0.90 and 100 at 0.88.
  ['200', 89_000_000n],
  // 90 + 264 + 480 = 834 EUR.
  ['1000', 83_400_000n],
  // 90 + 0.88 = 90.88 EUR for 101 USDC: 0.8998019801…, rounded down.
  ['101', 89_980_198n],
])('%s USDC get the price of all levels that they take', (amount, rate) => {
  expect(sellInto(book, usd(amount))).toEqual({ covered: usd(amount), rate })
})

test('one base unit more than the bids take has no price, and the covered amount is what they take', () => {
  expect(sellInto(book, usd('1000.000001'))).toEqual({ covered: usd('1000'), rate: null })
})

test('the rate is the median of the venues that take it all; a venue with a better price and too little does not count', () => {
  const books = new Map([
    ['thin', levels(['0.99', '10'])],
    ['good', levels(['0.90', '500'])],
    ['fair', levels(['0.88', '500'])],
    ['poor', levels(['0.80', '500'])],
  ])
  const sale = sellIntoBooks(books, usd('400'))
  expect(sale).toMatchObject({ depth: 'covered', covered: usd('400'), rate: 88_000_000n })
  expect(sale.venues.get('thin')).toEqual({ covered: usd('10'), rate: null })
})

test('no venue that takes it all is `partly`, with the most that one takes; no order book is `unknown`', () => {
  const books = new Map([
    ['one', levels(['0.9', '10'])],
    ['other', levels(['0.8', '25.5'])],
  ])
  expect(sellIntoBooks(books, usd('26'))).toMatchObject({ depth: 'partly', covered: usd('25.5'), rate: null })
  expect(sellIntoBooks(new Map(), usd('1'))).toMatchObject({ depth: 'unknown', covered: null, rate: null })
})

const anyBook = fc
  .array(fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 18n }), fc.bigInt({ min: 1n, max: 10n ** 24n })), { minLength: 1, maxLength: 30 })
  .map((rows) =>
    rows.toSorted(([one], [other]) => (one > other ? -1 : one < other ? 1 : 0)).map(([price, size]): BookLevel => ({ price, size })),
  )

test('for all books and amounts: the rate is between the best and the worst bid, and selling more never gets a better rate', () => {
  fc.assert(
    fc.property(anyBook, fc.bigInt({ min: 1n, max: 10n ** 13n }), fc.bigInt({ min: 0n, max: 10n ** 12n }), (bids, amount, more) => {
      const [some, all] = [sellInto(bids, amount), sellInto(bids, amount + more)]
      const total = bids.reduce((sum, { size }) => sum + size, 0n)
      expect(some.rate !== null).toBe(total >= amount * 10n ** 12n)
      expect(some.covered <= amount && some.covered <= total).toBe(true)
      if (some.rate === null) return
      expect(some.rate <= (bids[0]?.price ?? 0n) / 10n ** 10n && some.rate >= (bids.at(-1)?.price ?? 0n) / 10n ** 10n).toBe(true)
      expect(all.rate === null || all.rate <= some.rate).toBe(true)
    }),
    { seed: 23, numRuns: runsOf(500) },
  )
})
