import { type MarketTest, openMarket } from '../market.fixture.ts'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { floorTo } from './candle-feed.ts'

let world: MarketTest | null = null
afterEach(async () => {
  await world?.close()
  world = null
})

const now = Date.parse('2026-11-18T18:34:10Z')

test('the pages of a range cover it without excess, and only the last one is of the present', async () => {
  const { sources } = (world = await openMarket())
  const venue = fc.constantFrom({ venue: sources.coinbase.candles, length: 300 }, { venue: sources.binance.candles, length: 1_000 })
  fc.assert(
    fc.property(venue, fc.nat(9), fc.nat(5_000), fc.integer({ min: 1, max: 3_000 }), ({ venue: asked, length }, nth, before, count) => {
      const step = asked.steps[nth % asked.steps.length]!
      const to = floorTo(now / 1000, step) + step - before * step
      const from = to - count * step
      const keys = asked.pagesFor({ market: 'X', step, from, to }, now)!
      const reach = floorTo(now / 1000, step) - (length - 6) * step
      const covered = keys.map((key) => key.split('|')[2]).map((start) => (start === 'latest' ? reach : Number(start)))
      expect(covered.every((start, index) => index === 0 || start <= covered[index - 1]! + length * step)).toBe(true)
      expect(covered[0]).toBeLessThanOrEqual(from)
      expect(keys.at(-1)!.endsWith('latest') || covered.at(-1)! + length * step >= to).toBe(true)
      expect(keys.length).toBeLessThanOrEqual(Math.ceil(count / length) + 2)
      if (from >= reach) expect(keys).toEqual([`X|${step}|latest`])
      for (const start of covered.slice(0, -1)) expect(start % (length * step)).toBe(0)
    }),
  )
})

test('Kraken has its latest page, and nothing before it', async () => {
  const { sources } = (world = await openMarket())
  const pagesFor = (minutes: number) => {
    const to = floorTo(now / 1000, 60) + 60
    return sources.kraken.candles.pagesFor({ market: 'XBTUSD', step: 60, from: to - minutes * 60, to }, now)
  }
  expect([pagesFor(700), pagesFor(721)]).toEqual([['XBTUSD|60|latest'], null])
})

test('an old page is complete, one that has just ended is not', async () => {
  const { sources, clock } = (world = await openMarket())
  const width = 300 * 60
  const present = floorTo(clock.now() / 1000, width)
  const completeAt = async (first: number) => (await sources.coinbase.candles.get(`BTC-USD|60|${first}`)).value?.complete
  expect([await completeAt(present - 2 * width), await completeAt(present)]).toEqual([true, false])
})

test('pages that are asked for at the same time are fetched one after the other, eight a second from Coinbase', async () => {
  const { sources, upstreams } = (world = await openMarket())
  const keys = Array.from({ length: 4 }, (_, index) => `BTC-USD|3600|${1_790_640_000 - index * 300 * 3_600}`)
  const startedAt = performance.now()
  await Promise.all(keys.map((key) => sources.coinbase.candles.get(key)))
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(3 * 125 - 20)
  expect(upstreams.requests('coinbase')).toBe(4)
})
