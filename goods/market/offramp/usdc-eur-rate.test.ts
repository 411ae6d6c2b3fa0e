import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatUnits, parseUnits } from '../../../src/shared/money.ts'
import { anchorBandBps, usdcEurByReference, usdcEurFrom } from './usdc-eur-rate.ts'
import type { UsdcEurRate, VenueBook } from './usdc-eur-rate.ts'

const reference = { date: '2026-10-05', perEur: { USD: '1.1225', GBP: '0.87' } }
const today = '2026-10-05'
const book = (id: string, bid: string, ask: string): VenueBook => ({ id, book: { bid, ask, at: null } })

function rateOf(...books: VenueBook[]): UsdcEurRate & NonNullable<UsdcEurRate['market']> {
  const rate = usdcEurFrom(books, reference, today)
  if (typeof rate === 'string') throw new Error(rate)
  if (!rate.market) throw new Error('no market')
  return { ...rate, ...rate.market }
}

test('the rate is the median of the bids; the mid is the median of the mids', () => {
  const odd = rateOf(book('a', '0.8900', '0.8902'), book('b', '0.8905', '0.8907'), book('c', '0.8912', '0.8914'))
  expect([odd.bid, odd.mid]).toEqual([89_050_000n, 89_060_000n])
  const even = rateOf(book('a', '0.8900', '0.8902'), book('b', '0.8905', '0.8907'))
  expect([even.bid, even.mid]).toEqual([89_025_000n, 89_035_000n])
  expect(formatUnits(even.spreadCentiBps, 2)).toBe('2.24')
  expect(even.reference).toEqual({ date: '2026-10-05', usdPerEur: '1.1225' })
})

test('more than eight decimal places are cut off, not rounded up', () => {
  expect(rateOf(book('a', '0.890099999999999999', '0.8902'), book('b', '0.890099999999999999', '0.8902')).bid).toBe(89_009_999n)
})

describe('refuses', () => {
  test('fewer than two venues, not counting one with a spread above 1 %', () => {
    expect(usdcEurFrom([], reference, today)).toBe('too_few_venues')
    expect(usdcEurFrom([book('a', '0.8905', '0.8907')], reference, today)).toBe('too_few_venues')
    expect(usdcEurFrom([book('a', '0.8905', '0.8907'), book('b', '0.0001', '0.8907')], reference, today)).toBe('too_few_venues')
    expect(
      rateOf(book('a', '0.8905', '0.8907'), book('b', '0.0001', '0.8907'), book('c', '0.8905', '0.8907')).venues.map((one) => one.id),
    ).toEqual(['a', 'c'])
  })

  test('venues that differ by more than 1 %', () => {
    expect(usdcEurFrom([book('a', '0.8900', '0.8900'), book('b', '0.8989', '0.8989')], reference, today)).not.toBe('venues_differ')
    expect(usdcEurFrom([book('a', '0.8900', '0.8900'), book('b', '0.8990', '0.8990')], reference, today)).toBe('venues_differ')
  })

  test('a missing or old reference rate, one without dollars, and one of the day after tomorrow', () => {
    const books = [book('a', '0.8905', '0.8907'), book('b', '0.8905', '0.8907')]
    expect(usdcEurFrom(books, null, today)).toBe('no_reference')
    expect(usdcEurFrom(books, { date: today, perEur: { GBP: '0.87' } }, today)).toBe('no_reference')
    expect(usdcEurFrom(books, reference, '2026-10-11')).toMatchObject({ bid: 89_050_000n })
    expect(usdcEurFrom(books, reference, '2026-10-12')).toBe('no_reference')
    expect(usdcEurFrom(books, { ...reference, date: '2026-10-07' }, today)).toBe('no_reference')
  })

  test('a median that is further from the reference than the band for its age', () => {
    const anchored = { date: today, perEur: { USD: '1' } }
    const at = (price: string, day: string) => usdcEurFrom([book('a', price, price), book('b', price, price)], anchored, day)
    expect(at('0.975', today)).toMatchObject({ bid: 97_500_000n })
    expect(at('0.9749', today)).toBe('strays_from_reference')
    expect(at('1.025', '2026-10-06')).toMatchObject({ bid: 102_500_000n })
    expect(at('1.0251', '2026-10-06')).toBe('strays_from_reference')
    expect(at('1.035', '2026-10-07')).toMatchObject({ bid: 103_500_000n })
    expect(at('1.0351', '2026-10-07')).toBe('strays_from_reference')
    expect(at('1.05', '2026-10-11')).toMatchObject({ bid: 105_000_000n })
    expect(at('1.0501', '2026-10-11')).toBe('strays_from_reference')
  })

  test('the band widens by a point a day, from 2.5 % to 5 %', () => {
    expect([-1, 0, 1, 2, 3, 4, 6].map(anchorBandBps)).toEqual([250n, 250n, 250n, 350n, 450n, 500n, 500n])
  })
})

test('for all order books: the rate is between the lowest and the highest bid, in any order of venues', () => {
  const price = fc.integer({ min: 886_000, max: 894_000 }).map((micros) => formatUnits(BigInt(micros), 6))
  const books = fc
    .array(price, { minLength: 2, maxLength: 6 })
    .map((bids) => bids.map((bid, index) => book(`v${index}`, bid, formatUnits(parseUnits(bid, 6) + 200n, 6))))
  fc.assert(
    fc.property(books, (given) => {
      const rate = rateOf(...given)
      const bids = given.map((one) => parseUnits(one.book.bid, 8)).toSorted((a, b) => Number(a - b))
      expect(rate.bid >= (bids[0] ?? 0n) && rate.bid <= (bids.at(-1) ?? 0n)).toBe(true)
      expect(rate.mid >= rate.bid).toBe(true)
      expect(rateOf(...given.toReversed())).toMatchObject({ bid: rate.bid, mid: rate.mid, spreadCentiBps: rate.spreadCentiBps })
    }),
  )
})

describe('without two venues', () => {
  const atParity = { date: today, perEur: { USD: '1.25' } }

  test('the reference rate of a dollar is used, marked as not backed by a market', () => {
    expect(usdcEurByReference([], atParity, today)).toEqual({
      bid: 80_000_000n,
      market: null,
      venues: [],
      reference: { date: today, usdPerEur: '1.25' },
    })
    expect(usdcEurByReference([book('a', '0.79', '0.80')], atParity, today)).toMatchObject({ bid: 80_000_000n, venues: [] })
    expect(usdcEurByReference([book('a', '0.0001', '0.85')], atParity, today)).toMatchObject({ bid: 80_000_000n })
  })

  test('it is refused when the only order book contradicts it: USDC may have lost its peg', () => {
    expect(usdcEurByReference([book('a', '0.77', '0.7799')], atParity, today)).toBe('strays_from_reference')
    expect(usdcEurByReference([book('a', '0.77', '0.7801')], atParity, today)).toMatchObject({ bid: 80_000_000n })
    expect(usdcEurByReference([book('a', '0.8201', '0.83')], atParity, today)).toBe('strays_from_reference')
  })

  test('there is no rate with an old or missing reference rate', () => {
    expect(usdcEurByReference([], null, today)).toBe('too_few_venues')
    expect(usdcEurByReference([], atParity, '2026-10-12')).toBe('too_few_venues')
  })
})
