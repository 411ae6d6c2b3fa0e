import { type MarketTest, marketOhlcv, openMarket } from '../market.fixture.ts'
import { hurried } from '../../../sandbox/upstreams/open-test-sources.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { candlesOf } from '../../../sandbox/market/candles.ts'
import { marketNamed, priceOn } from '../../../sandbox/market/venues.ts'
import { checkOffers } from '../../../src/offers/check-offers.ts'
import { priceOf } from '../../../src/offers/offer.ts'
import type { OfferContext } from '../../../src/offers/offer.ts'
import { defaultLimits } from '../../../src/sources/policy/create-source.ts'
import { intervalSeconds } from './candle-query.ts'
import { startStopwatch } from '../../../test/support/stopwatch.ts'

let world: MarketTest | null = null
afterEach(async () => {
  await world?.close()
  world = null
})
/** The test begins at 20 seconds after half past. */
async function open(...settings: Parameters<typeof openMarket>): Promise<MarketTest> {
  world = await openMarket(...settings)
  world.pass(hours(1.5) + 20_000 - (world.clock.now() % hours(1)))
  return world
}

async function run({ sources, clock }: MarketTest, query: Record<string, string> = {}, symbol = 'BTC') {
  const context = { sources, clock, signal: new AbortController().signal } as unknown as OfferContext
  return marketOhlcv.run({ path: { symbol }, query: marketOhlcv.query!.parse(query), body: {} }, context)
}
async function ask(...asked: Parameters<typeof run>) {
  return marketOhlcv.answer.parse((await run(...asked)).body)
}
const from = ({ meta }: Awaited<ReturnType<typeof ask>>) => meta.sources.map((one) => `${one.id} ${one.cache}`).join()
const hours = (count: number) => count * 3_600_000
const iso = (at: number) => new Date(at).toISOString()

test('has a valid declaration', () => {
  expect(checkOffers([marketOhlcv])).toEqual([])
  expect([marketOhlcv.access.kind, priceOf(marketOhlcv)]).toEqual(['fixed', 15_000n])
})

test('gives the latest candles, the oldest first, and marks the one that is not finished', async () => {
  const opened = await open()
  const answer = await ask(opened)
  expect(answer).toMatchObject({ symbol: 'BTC', interval: '1h', market: 'BTC-USD', quote: 'USD', nextFrom: null })
  const times = answer.candles.map((candle) => Date.parse(candle.startsAt))
  expect(times).toHaveLength(100)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(answer.candles.map((candle) => candle.closed)).toEqual([...Array.from({ length: 99 }, () => true), false])
  expect(Number(answer.candles.at(-1)?.close)).toBe(Number(priceOn(marketNamed('coinbase', 'BTC-USD')!, opened.clock.now())))
  expect(new Set(answer.candles.map(({ close }) => close)).size).toBeGreaterThan(90)
  for (const { open: first, high, low, close, volume } of answer.candles) {
    expect([first, high, low, close, volume].join(' ')).toMatch(/^(\d+(\.\d+)?( |$)){5}/)
    expect(Number(high)).toBeGreaterThanOrEqual(Math.max(Number(first), Number(close)))
    expect(Number(low)).toBeLessThanOrEqual(Math.min(Number(first), Number(close)))
    expect(Number(volume)).toBeGreaterThan(0)
  }
  expect(answer.meta).toMatchObject({ degraded: false, missing: [], simulated: true })
})

test('500 calls at once for one symbol make one upstream request', async () => {
  const opened = await open()
  await Promise.all(Array.from({ length: 500 }, () => ask(opened)))
  expect([opened.upstreams.requests('coinbase'), opened.upstreams.requests('kraken')]).toEqual([1, 0])
})

describe('every interval', () => {
  const markets = { coinbase: 'ETH-EUR', kraken: 'ETHEUR', binance: 'ETHEUR' } as const
  const venues = ['coinbase', 'kraken', 'binance'] as const
  const plain = (figure: string) => figure.replace(/\.?0+$/, '')

  test.each(Object.entries(intervalSeconds))(
    '%s is what each venue traded, aggregated where it has none of this length',
    async (interval, seconds) => {
      for (const venue of venues) {
        const opened = await open({ disabled: new Set(venues.filter((one) => one !== venue)) })
        const end = Math.floor(opened.clock.now() / (seconds * 1000)) * seconds * 1000
        const { candles, meta, quote } = await ask(
          opened,
          { interval, from: iso(end - 50 * seconds * 1000), to: iso(end), quote: 'EUR' },
          'ETH',
        )
        expect([meta.sources.map(({ id }) => id), quote]).toEqual([[venue], 'EUR'])
        expect(candles).toHaveLength(50)
        expect(candles.every((candle) => candle.closed && Date.parse(candle.startsAt) % (seconds * 1000) === 0)).toBe(true)
        const span = { from: end / 1000 - 50 * seconds, to: end / 1000 - seconds, now: opened.clock.now() / 1000 }
        const traded = candlesOf(marketNamed(venue, markets[venue])!, seconds, span)
        expect(candles.map(({ open: first, high, low, close, volume }) => [first, high, low, close, volume])).toEqual(
          traded.map(({ open: first, high, low, close, volume }) => [first, high, low, close, volume].map(plain)),
        )
        await opened.close()
      }
      world = null
    },
  )
})

/** Minutes without a trade come on quiet markets, in one hour of three, by luck that changes with the time. */
async function minuteWithoutTrade(opened: MarketTest): Promise<number> {
  for (let tries = 0; tries < 30; tries += 1) {
    const { candles } = await ask(opened, { interval: '1m', limit: '290' }, 'ZRX')
    const times = candles.map(({ startsAt }) => Date.parse(startsAt))
    const next = times.find((time, index) => index > 0 && time - times[index - 1]! > 60_000)
    if (next !== undefined) return next - 60_000
    opened.pass(hours(4))
  }
  throw new Error('every minute of days had a trade')
}

describe('a range', () => {
  test('of more candles than one page holds is put together from pages, without a seam', async () => {
    const opened = await open()
    const now = opened.clock.now()
    const query = { interval: '1h', from: iso(now - hours(720)) }
    const { candles } = await ask(opened, query)
    expect(candles).toHaveLength(720)
    expect(
      candles.every(({ startsAt }, index) => index === 0 || Date.parse(startsAt) - Date.parse(candles[index - 1]!.startsAt) === hours(1)),
    ).toBe(true)
    const requests = opened.upstreams.requests('coinbase')
    expect(requests).toBeGreaterThanOrEqual(3)
    expect(requests).toBeLessThanOrEqual(4)
    expect(from(await ask(opened, query))).toBe('coinbase hit')
    expect(opened.upstreams.requests('coinbase')).toBe(requests)
  })

  test('is cut off at the limit, and says where to go on', async () => {
    const opened = await open()
    const start = Math.floor(opened.clock.now() / hours(24)) * hours(24) - hours(48)
    const first = await ask(opened, { interval: '4h', from: iso(start), to: iso(start + hours(24)), limit: '4' })
    expect(first.candles.map(({ startsAt }) => Date.parse(startsAt))).toEqual([0, 4, 8, 12].map((hour) => start + hours(hour)))
    expect(Date.parse(first.nextFrom!)).toBe(start + hours(16))
    const second = await ask(opened, { interval: '4h', from: first.nextFrom!, to: iso(start + hours(24)), limit: '4' })
    expect(second.candles.map(({ startsAt }) => Date.parse(startsAt))).toEqual([16, 20].map((hour) => start + hours(hour)))
    expect(second.nextFrom).toBeNull()
  })

  test('without a trade is answered and not charged', async () => {
    const opened = await open()
    const gap = await minuteWithoutTrade(opened)
    const outcome = await run(opened, { interval: '1m', from: iso(gap), to: iso(gap + 60_000) }, 'ZRX')
    expect(outcome).toMatchObject({ charge: false, reason: 'no_candles', body: { candles: [], market: 'ZRX-USD' } })
  })

  test('that no venue has is refused with the wrong field', async () => {
    const opened = await open()
    const now = opened.clock.now()
    const refused = (query: Record<string, string>) => run(opened, query).catch((error: unknown) => error)
    expect(await refused({ from: iso(now + 5_000) })).toMatchObject({ code: 'invalid_input', options: { field: 'query.from' } })
    expect(await refused({ to: iso(now + 120_000) })).toMatchObject({ code: 'invalid_input', options: { field: 'query.to' } })
    expect(await refused({ interval: '1m', from: iso(now - hours(24)) })).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('720'),
    })
    expect(opened.upstreams.requests('coinbase')).toBe(0)
  })
})

describe('as time passes', () => {
  test('the latest candles are asked for again when one has closed; old ones never again', async () => {
    const opened = await open()
    expect(from(await ask(opened, { interval: '1m' }))).toBe('coinbase miss')
    opened.pass(35_000)
    expect(from(await ask(opened, { interval: '1m' }))).toBe('coinbase hit')
    opened.pass(10_000)
    expect(from(await ask(opened, { interval: '1m' }))).toBe('coinbase miss')
    const old = { interval: '1h', from: '2026-01-01', to: '2026-01-05' }
    const before = await ask(opened, old)
    const requests = opened.upstreams.requests('coinbase')
    opened.setAll('outage')
    opened.pass(hours(24 * 30))
    expect(await ask(opened, old)).toMatchObject({ candles: before.candles, meta: { degraded: false } })
    expect(opened.upstreams.requests('coinbase')).toBe(requests)
  })

  test('a candle stays marked as unfinished until a venue has been asked after its end', async () => {
    const opened = await open()
    const last = async () => (await ask(opened, { interval: '1m' })).candles.at(-1)!
    const unfinished = await last()
    expect(unfinished.closed).toBe(false)
    opened.setAll('outage')
    opened.pass(120_000)
    expect(await last()).toEqual(unfinished)
  })
})

describe('when sources fail', () => {
  test('Coinbase, then Kraken, then Binance, whose candles are in USDT and say so', async () => {
    const opened = await open()
    opened.upstreams.setMode('coinbase', 'error')
    expect(await ask(opened)).toMatchObject({ market: 'XBTUSD', quote: 'USD', meta: { degraded: true, sources: [{ id: 'kraken' }] } })
    opened.upstreams.setMode('kraken', 'error')
    expect(await ask(opened, { interval: '5m' })).toMatchObject({
      market: 'BTCUSDT',
      quote: 'USDT',
      meta: { degraded: true, sources: [{ id: 'binance' }] },
    })
  })

  test('each kind of failure of the first leads to the second', async () => {
    for (const mode of ['outage', 'error', 'rate-limited', 'slow', 'garbage'] as const) {
      const opened = await open(mode === 'slow' ? { limits: hurried } : {})
      opened.upstreams.setMode('coinbase', mode)
      expect(from(await ask(opened)), mode).toBe('kraken miss')
      await opened.close()
    }
    world = null
  })

  test('with all sources stopped, cached candles serve for a quarter of an hour longer, and then it is a 503', async () => {
    const opened = await open()
    await ask(opened, { interval: '1m' })
    opened.setAll('outage')
    opened.pass(15 * 60_000)
    const stale = await ask(opened, { interval: '1m' })
    expect([from(stale), stale.meta.degraded]).toEqual(['coinbase stale', true])
    expect(stale.candles.at(-1)!.closed).toBe(false)
    opened.pass(60_000)
    await expect(ask(opened, { interval: '1m' })).rejects.toMatchObject({
      code: 'upstream_unavailable',
      options: { retryAfter: expect.any(Number) },
    })
  })

  test('with all sources slow, a call ends before the deadline of the offer', async () => {
    expect(3 * 4_000).toBeLessThan(marketOhlcv.deadlineMs - 1_000)
    expect(defaultLimits.budgetMs).toBeLessThan(4_000)
    const opened = await open({ limits: { timeoutMs: 200, budgetMs: 250 } })
    opened.setAll('slow')
    const elapsed = startStopwatch()
    await expect(ask(opened)).rejects.toMatchObject({ code: 'upstream_unavailable' })
    expect(elapsed()).toBeLessThan(3 * 250 + 8_000)
  })

  test('Kraken keeps its latest 720 only, and with it alone an older range is refused', async () => {
    const opened = await open({ disabled: new Set(['coinbase', 'binance']) })
    const old = { interval: '1m', from: iso(opened.clock.now() - hours(48)), limit: '10' }
    await expect(ask(opened, old)).rejects.toMatchObject({ code: 'invalid_input', options: { field: 'query.from' } })
    expect(opened.upstreams.requests('kraken')).toBe(0)
  })
})

describe('which market', () => {
  test('a ticker or an id of a coin, against USD if nothing else is asked for', async () => {
    const opened = await open()
    expect(await ask(opened, { quote: 'EUR' }, 'bitcoin')).toMatchObject({ symbol: 'BTC', market: 'BTC-EUR', quote: 'EUR' })
    expect(await ask(opened, {}, 'eth')).toMatchObject({ symbol: 'ETH', market: 'ETH-USD', meta: { degraded: false } })
  })

  test('a market that the first venue does not trade comes from the next, and the answer is not degraded', async () => {
    const opened = await open()
    expect(await ask(opened, {}, 'TRX')).toMatchObject({ market: 'TRXUSD', meta: { degraded: false, sources: [{ id: 'kraken' }] } })
    expect(opened.sources.state().every(({ breaker }) => breaker === 'closed')).toBe(true)
  })

  test('a market that no venue trades is a 404; while a venue that may trade it is down, a 503', async () => {
    const opened = await open()
    await expect(ask(opened, {}, 'NOSUCH')).rejects.toMatchObject({ code: 'unknown_market', status: 404 })
    await expect(ask(opened, {}, 'no-such-coin')).rejects.toMatchObject({ code: 'unknown_symbol', status: 404 })
    opened.upstreams.setMode('kraken', 'outage')
    await expect(ask(opened, {}, 'NOSUCHE')).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })
})

test('is disabled without any venue, and down while no venue answers and the cache is empty', async () => {
  const live = await open({ simulated: false, accepted: new Set() })
  expect(marketOhlcv.available({ sources: live.sources, chains: new Map() })).toBe('disabled')
  await live.close()
  const opened = await open()
  opened.setAll('outage')
  for (let index = 0; index < 3; index++) await ask(opened).catch(() => {})
  expect(marketOhlcv.available({ sources: opened.sources, chains: new Map() })).toBe('down')
})
