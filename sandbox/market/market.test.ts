import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runsOf } from '../../test/support/runs.ts'
import { standInOf } from '../line-stand-ins.ts'
import { standIns as standInsIn } from '../../goods/market/sandbox/stand-ins.ts'
import { standInWorld } from '../stand-in-world.ts'
import { candlesOf, lastDayOf, tradesIn } from './candles.ts'
import type { TradedCandle } from './candles.ts'
import { figuresOf, rankedCoins } from './coin-figures.ts'
import { coinNamed, coins } from './coins.ts'
import { ratesAt, usdPerEurAt } from './exchange-rates.ts'
import { straightAt, priceAt } from './price-path.ts'
import { marketNamed, marketOf, priceOn, usdcEurOn, venueOffsets } from './venues.ts'

const dayMs = 86_400_000
/** Any moment of some twenty years, in milliseconds. */
const moment = fc.integer({ min: Date.parse('2015-01-01'), max: Date.parse('2035-01-01') })
const free = ['bitcoin', 'ethereum', 'solana', 'dogecoin', 'turbo', 'luna', 'shiba-inu']
const anyFree = fc.constantFrom(...free).map(coinNamed)
const anyCoin = fc.constantFrom(...coins.values())

function lastDay(market: Parameters<typeof candlesOf>[0], step: number, now: number): TradedCandle[] {
  const seconds = Math.floor(now / 1000)
  return candlesOf(market, step, { from: Math.ceil((seconds - 86_400) / step) * step, to: seconds, now: seconds })
}

const standIns = standInsIn(standInWorld)

/** What a stand-in answers at a moment. */
function asked(id: string, path: string, now: number): any {
  const url = new URL(path, 'http://stand-in')
  const { body } = standInOf(standIns[id]!).answer({ url, method: 'GET', body: '', userAgent: 'test', now, faults: {} })
  return JSON.parse(String(body))
}

describe('the candles of a day', () => {
  test('hang together, and have their open and close between low and high', () => {
    fc.assert(
      fc.property(anyCoin, fc.constantFrom(60, 300, 900, 3_600), moment, (coin, step, now) => {
        const candles = lastDay(marketOf(coin, 'coinbase'), step, now)
        for (const [index, { open, high, low, close }] of candles.entries()) {
          expect(Number(high)).toBeGreaterThanOrEqual(Math.max(Number(open), Number(close)))
          expect(Number(low)).toBeLessThanOrEqual(Math.min(Number(open), Number(close)))
          expect(Number(low)).toBeGreaterThan(0)
          if (index > 0) expect(open).toBe(candles[index - 1]?.close)
        }
      }),
      { numRuns: runsOf(30) },
    )
  })

  test.each(free)('are not flat: %s', (id) => {
    for (const now of ['2024-02-29T00:00:30Z', '2026-11-24T04:20:00Z', '2027-08-01T23:59:59Z'].map(Date.parse)) {
      for (const step of [60, 300, 3_600]) {
        const candles = lastDay(marketOf(coinNamed(id), 'coinbase'), step, now)
        const different = (of: (candle: TradedCandle) => string) => new Set(candles.map(of)).size / candles.length
        expect(candles.filter(({ high, low }) => high !== low).length).toBeGreaterThan(candles.length * 0.95)
        expect(different(({ close }) => close)).toBeGreaterThan(0.7)
        expect(different(({ volume }) => volume)).toBeGreaterThan(0.2)
      }
    }
  })

  test('long ones consist of short ones, also the one that is not finished', () => {
    fc.assert(
      fc.property(
        anyCoin,
        fc.constantFrom('USD' as const, 'EUR' as const),
        fc.constantFrom(3_600, 14_400, 86_400),
        moment,
        (coin, quote, step, now) => {
          const market = marketOf(coin, 'kraken', quote)
          const seconds = Math.floor(now / 1000)
          const from = seconds - (seconds % step)
          const [whole] = candlesOf(market, step, { from, to: from, now: seconds })
          const short = candlesOf(market, 60, { from, to: seconds, now: seconds })
          const all = (of: (candle: TradedCandle) => string) => short.map((candle) => Number(of(candle)))
          expect(whole?.open).toBe(short[0]?.open)
          expect(whole?.close).toBe(short.at(-1)?.close)
          expect(Number(whole?.high)).toBe(Math.max(...all(({ high }) => high)))
          expect(Number(whole?.low)).toBe(Math.min(...all(({ low }) => low)))
          const inUnits = (volume: number) => Math.round(volume * 10 ** market.volumePlaces)
          const sum = all(({ volume }) => volume).reduce((total, volume) => total + inUnits(volume), 0)
          expect(inUnits(Number(whole?.volume))).toBe(sum)
        },
      ),
      { numRuns: runsOf(60) },
    )
  })

  test('end with the current price, and begin with that of a day ago, from which the change is told', () => {
    fc.assert(
      fc.property(anyCoin, moment, (coin, now) => {
        const market = marketOf(coin, 'coingecko')
        const minutes = candlesOf(market, 60, { from: Math.floor(now / 60_000) * 60 - 86_400, to: now / 1000, now: now / 1000 })
        expect(minutes.at(-1)?.close).toBe(priceOn(market, now))
        expect(minutes[0]?.close).toBe(priceOn(market, now - dayMs))
        const { open, close, high, low, change } = lastDayOf(market, now)
        expect([open, close]).toEqual([priceAt(market.path, now - dayMs), priceAt(market.path, now)])
        expect(change).toBeCloseTo((close / open - 1) * 100, 10)
        const told = figuresOf(coin, 'coingecko', now)
        expect([told.price, told.change]).toEqual([Number(close.toFixed(coin.places)), Number(change.toFixed(5))])
        expect([told.high, told.low]).toEqual([high, low].map((one) => Number(one.toFixed(coin.places))))
      }),
      { numRuns: runsOf(30) },
    )
  })

  test('of a coin that few trade have a minute without a trade now and then, and those of Bitcoin never', () => {
    const now = Date.parse('2026-10-06T09:30:00Z')
    const empty = (id: string) => lastDay(marketOf(coinNamed(id), 'coinbase'), 60, now).filter(({ volume }) => Number(volume) === 0)
    expect(empty('0x').length).toBeGreaterThan(2)
    expect(empty('0x').every(({ open, high, low, close }) => open === close && high === low)).toBe(true)
    expect(empty('bitcoin')).toEqual([])
  })

  test('take a page of 300 days few milliseconds', () => {
    const now = Date.parse('2026-10-06T09:30:00Z')
    const hours = 300 * 24
    const { path, ...rest } = marketOf(coinNamed('bitcoin'), 'coinbase')
    let asks = 0
    const counted = (hour: number) => {
      asks += 1
      return path.at(hour)
    }
    const counting = { ...rest, path: { ...path, at: counted } }
    tradesIn(counting, now / 60_000 - hours * 60, now / 60_000)
    // The work is the values at full hours: each is asked for once, and not those of the minutes.
    expect(asks).toBeLessThan(hours + 10)
  })
})

describe('at one moment', () => {
  test('the stand-ins agree within their offsets', () => {
    fc.assert(
      fc.property(anyFree, moment, (coin, now) => {
        const exact = priceAt(coin.path, now)
        const id = coin.id
        const said: [keyof typeof venueOffsets, number][] = [
          ['coingecko', asked('coingecko', `/coins/markets?ids=${id}`, now)[0].current_price],
          ['coingecko', asked('coingecko', `/simple/price?ids=${id}&vs_currencies=usd`, now)[id].usd],
          ['coinpaprika', asked('coinpaprika', `/tickers/${coin.ticker.toLowerCase()}-${id}`, now).quotes.USD.price],
          ['defillama', asked('defillama-coins', `/prices/current/coingecko:${id}`, now).coins[`coingecko:${id}`].price],
        ]
        const { ticker } = coin
        const krakenTicker = { BTC: 'XBT', DOGE: 'XDG' }[ticker] ?? ticker
        if (marketNamed('coinbase', `${ticker}-USD`)) {
          said.push(['coinbase', Number(asked('coinbase', `/products/${ticker}-USD/ticker`, now).price)])
          said.push(['coinbase', Number(asked('coinbase-spot', `/v2/prices/${ticker}-USD/spot`, now).data.amount)])
        }
        if (marketNamed('kraken', `${krakenTicker}USD`)) {
          const result = asked('kraken', `/0/public/Ticker?pair=${krakenTicker}USD`, now).result
          said.push(['kraken', Number((Object.values(result)[0] as { c: string[] }).c[0])])
        }
        if (marketNamed('bitstamp', `${ticker.toLowerCase()}usd`))
          said.push(['bitstamp', Number(asked('bitstamp', `/api/v2/ticker/${ticker.toLowerCase()}usd/`, now).last)])
        const rounding = 10 ** -coin.places
        for (const [venue, price] of said)
          expect(Math.abs(price - exact * (1 + venueOffsets[venue] / 10_000)), `${venue} ${id}`).toBeLessThanOrEqual(rounding)
      }),
      { numRuns: runsOf(15) },
    )
  })

  test('a capitalisation is the price times the supply, and ranks go by it', () => {
    const ranked = rankedCoins('coingecko', Date.parse('2026-10-06T09:30:00Z'))
    expect(ranked.filter(({ supply, price, cap }) => cap !== Math.round(supply * price))).toEqual([])
    expect(ranked.map(({ cap }) => cap)).toEqual(ranked.map(({ cap }) => cap).toSorted((a, b) => b - a))
    expect(ranked.slice(0, 3).map(({ id }) => id)).toEqual(['bitcoin', 'ethereum', 'tether'])
    expect(ranked.filter(({ rank }) => rank === null).map(({ id }) => id)).toEqual(['luna'])
  })

  test('the order books of USDC in EUR are around its price in dollars at the rate of the euro', () => {
    fc.assert(
      fc.property(moment, (now) => {
        for (const venue of ['kraken', 'coinbase', 'bitstamp', 'bitvavo'] as const) {
          const mid = priceAt(usdcEurOn(venue).path, now)
          const dollars = priceAt(marketOf(coinNamed('usd-coin'), venue).path, now)
          expect(Math.abs((mid * usdPerEurAt(now)) / dollars - 1)).toBeLessThan(0.004)
        }
      }),
    )
  })

  test('the same is answered every time, and another a minute later', () => {
    const now = Date.parse('2026-10-06T09:30:20Z')
    const ask = (at: number) => asked('coingecko', '/coins/markets?ids=bitcoin,ethereum,turbo', at)
    expect(ask(now + 39_000)).toEqual(ask(now))
    expect(ask(now + 60_000)).not.toEqual(ask(now))
    // The figures of a fixed moment, so that a change of the model is noticed.
    expect(priceOn(marketOf(coinNamed('bitcoin'), 'coingecko'), now)).toBe('85242.78')
  })
})

describe('over the years', () => {
  test('prices stay near their usual level, and pegs hold', () => {
    fc.assert(
      fc.property(moment, (now) => {
        for (const { id, path, usualPrice } of coins.values()) {
          const ratio = priceAt(path, now) / usualPrice
          expect(ratio, id).toBeGreaterThan(0.25)
          expect(ratio, id).toBeLessThan(4)
        }
        for (const id of ['tether', 'usd-coin', 'dai', 'paypal-usd', 'usds'])
          expect(Math.abs(priceAt(coinNamed(id).path, now) - 1), id).toBeLessThan(0.0025)
        expect(Math.abs(priceAt(coinNamed('euro-coin').path, now) / usdPerEurAt(now) - 1)).toBeLessThan(0.006)
        expect(Math.abs(priceAt(coinNamed('weth').path, now) / priceAt(coinNamed('ethereum').path, now) - 1)).toBeLessThan(0.002)
      }),
      { numRuns: runsOf(100) },
    )
  })

  test('Bitcoin moves by some two per cent a day, and a dollar coin by a hundredth of one', () => {
    const spread = (id: string) => {
      const market = marketOf(coinNamed(id), 'coingecko')
      const changes = Array.from({ length: 400 }, (_, day) => lastDayOf(market, Date.parse('2026-10-06') - day * dayMs).change)
      return Math.sqrt(changes.reduce((sum, change) => sum + change ** 2, 0) / changes.length)
    }
    expect(spread('bitcoin')).toBeGreaterThan(1.5)
    expect(spread('bitcoin')).toBeLessThan(3.5)
    expect(spread('usd-coin')).toBeGreaterThan(0.003)
    expect(spread('usd-coin')).toBeLessThan(0.02)
  })

  test('the euro moves so little in six days that a reference rate of that age can be compared with', () => {
    fc.assert(
      fc.property(moment, fc.nat(6 * 24), (now, hours) => {
        const change = Math.abs(usdPerEurAt(now - hours * 3_600_000) / usdPerEurAt(now) - 1)
        // The least that an estimate allows for is 2.5 % for a day, and a point more for each further day.
        expect(change).toBeLessThan(hours <= 48 ? 0.0225 : 0.0325)
      }),
      { numRuns: runsOf(500) },
    )
  })

  test('currencies that are tied to another stay so', () => {
    fc.assert(
      fc.property(moment, (now) => {
        const { USD, HKD, DKK } = ratesAt(now)
        expect(Number(HKD) / Number(USD)).toBeCloseTo(7.78, 1)
        expect(Number(DKK)).toBeCloseTo(7.467, 2)
        expect(straightAt({ at: () => 5 }, now)).toBe(5)
      }),
    )
  })
})
