import { byAge, source } from '../../../src/goods/door.ts'
import type { Feed, Source, SourceTools } from '../../../src/goods/kit/http.ts'
import type { Timers } from '../../../src/goods/kit/parts.ts'
import { createBatch } from '../../../src/goods/kit/several-sources.ts'
import { byRank } from '../coins/coin-market.ts'
import type { CoinMarket, Namesake } from '../coins/coin-market.ts'
import { pageRows, readMarkets, readPrices, readTrending } from './coingecko-rows.ts'
import type { SimplePrices, TrendingCoin } from './coingecko-rows.ts'
import { wellKnownSymbols } from '../coins/symbols.ts'
import { frugalPriceFreshness, priceAge, priceFreshness } from '../coins/venue.ts'

export const coingecko = source({
  id: 'coingecko',
  name: 'CoinGecko',
  licence: 'CoinGecko API terms',
  attribution: 'Data provided by CoinGecko (https://www.coingecko.com)',
  resale: 'contract',
  homepage: 'https://docs.coingecko.com/',
  baseUrl: 'https://api.coingecko.com/api/v3',
  usefulKey: 'COINGECKO_DEMO_KEY',
  headers: (settings): Record<string, string> => {
    const key = keyOf(settings)
    return key === null ? {} : { 'x-cg-demo-api-key': key }
  },
  // The demo plan counts by the month; what the keyless one allows is not published, and it says so when it is enough.
  plan: (settings) => (keyOf(settings) === null ? {} : { quota: { perMonth: 10_000 } }),
  create: createCoinGecko,
})

function keyOf({ coingeckoDemoKey }: SourceTools['settings']): string | null {
  return typeof coingeckoDemoKey === 'string' ? coingeckoDemoKey : null
}

export interface CoinGecko {
  readonly source: Source
  /** By coin id; null for an unknown one. Ids that are asked for at about the same time share one request. */
  readonly market: Feed<CoinMarket | null>
  /** By ticker in upper case: all coins that use it, the best-ranked first. A load also stores their markets. */
  readonly namesakes: Feed<readonly Namesake[]>
  /** By coin ids joined with commas: prices in USD and EUR. */
  readonly prices: Feed<SimplePrices>
  /** The coins that people search for, the most searched first; one key, ''. */
  readonly trending: Feed<readonly TrendingCoin[]>
}

const dayMs = 86_400_000
const namesakesFreshness = byAge({ refreshMs: dayMs - 3_600_000, freshMs: dayMs, staleMs: 7 * dayMs })
const trendingFreshness = byAge({ refreshMs: 240_000, freshMs: 300_000, staleMs: 3_600_000 })

/** An unknown id or ticker is asked for again after a minute, and "unknown" is never served as stale. */
const unknown = byAge({ refreshMs: 60_000, freshMs: 60_000, staleMs: 60_000 })

/** Tickers that one request may look up. */
const maxTickers = 50

function createCoinGecko(source: Source, parts: SourceTools): CoinGecko {
  const freshness = keyOf(parts.settings) !== null && !parts.simulated ? frugalPriceFreshness : priceFreshness
  const askMarkets: AskMarkets = (path, signal) => source.ask({ path, read: readMarkets }, signal)

  const loadMarkets = batchMarkets(askMarkets, parts.timers)

  const market = source.feed<CoinMarket | null>({
    name: 'market',
    size: 5_000,
    freshness: (value, at) => (value ? freshness : unknown)(value, at),
    asOf: (value) => value?.at ?? null,
    ownAge: priceAge,
    address: (id) => idsPath([id]),
    async load(id, signal, put) {
      const found = await loadMarkets(id, signal)
      for (const [other, value] of found) if (other !== id) put(other, value)
      return found.get(id) ?? null
    },
  })

  const loadNamesakes = batchNamesakes(askMarkets, (row) => market.put(row.id, row), parts.timers)

  const namesakes = source.feed<readonly Namesake[]>({
    name: 'namesakes',
    size: 5_000,
    freshness: (value, at) => (value.length > 0 ? namesakesFreshness : unknown)(value, at),
    asOf: () => null,
    address: (ticker) => tickersPath([ticker]),
    async load(ticker, signal, put) {
      const found = await loadNamesakes(ticker, signal)
      for (const [other, value] of found) if (other !== ticker) put(other, value)
      return found.get(ticker) ?? []
    },
  })

  const prices = source.feed<SimplePrices>({
    name: 'prices',
    size: 20,
    freshness,
    asOf: (value) => earliest(Object.values(value).map((one) => one.at)),
    ownAge: priceAge,
    address: pricesPath,
    load: (ids, signal) => source.ask({ path: pricesPath(ids), read: (answer) => readPrices(answer, ids.split(',')) }, signal),
  })

  const trending = source.feed<readonly TrendingCoin[]>({
    name: 'trending',
    size: 1,
    freshness: trendingFreshness,
    asOf: () => null,
    address: () => '/search/trending',
    load: (_, signal) => source.ask({ path: '/search/trending', read: readTrending }, signal),
  })

  return { source, market, namesakes, prices, trending }
}

type AskMarkets = (path: string, signal: AbortSignal) => Promise<ReadonlyMap<string, CoinMarket>>

const wellKnown = wellKnownSymbols.map((row) => row.coingecko)
const wellKnownIds = new Set(wellKnown)

/** Loads the markets of coin ids. Ids that are asked for at about the same time share one request. */
function batchMarkets(askMarkets: AskMarkets, timers: Timers) {
  return createBatch<CoinMarket>(
    {
      size: pageRows,
      waitMs: 5,
      // One request can include all well-known coins at no extra cost, so the next caller finds them cached.
      companions: (ids) => (ids.some((id) => wellKnownIds.has(id)) ? wellKnown : []),
      run: (ids, signal) => askMarkets(idsPath(ids), signal),
    },
    timers,
  )
}

/** Loads all coins of tickers. `keep` receives the market of each coin in the answer. */
function batchNamesakes(askMarkets: AskMarkets, keep: (row: CoinMarket) => void, timers: Timers) {
  return createBatch<readonly Namesake[]>(
    {
      size: maxTickers,
      waitMs: 5,
      companions: () => [],
      async run(tickers, signal) {
        const found = new Map<string, readonly Namesake[]>()
        for (let left = tickers; left.length > 0;) {
          const rows = [...(await askMarkets(tickersPath(left), signal)).values()]
          for (const row of rows) keep(row)
          for (const ticker of left) found.set(ticker, namesakesIn(rows, ticker))
          // A full page may leave out tickers whose coins are all small. They are asked for again without the others.
          const missing = left.filter((ticker) => found.get(ticker)?.length === 0)
          left = rows.length < pageRows || missing.length === left.length ? [] : missing
        }
        return found
      },
    },
    timers,
  )
}

function idsPath(ids: readonly string[]): string {
  return marketsPath(`ids=${encodeURIComponent(ids.join(','))}`)
}

function tickersPath(tickers: readonly string[]): string {
  return marketsPath(`symbols=${encodeURIComponent(tickers.join(',').toLowerCase())}&include_tokens=all`)
}

function marketsPath(lookup: string): string {
  return `/coins/markets?vs_currency=usd&${lookup}&price_change_percentage=24h&per_page=${pageRows}`
}

function pricesPath(ids: string): string {
  return `/simple/price?ids=${encodeURIComponent(ids)}&vs_currencies=usd,eur&include_last_updated_at=true`
}

/** The rows are sorted by market capitalisation, which decides among coins without a rank. */
function namesakesIn(rows: readonly CoinMarket[], ticker: string): readonly Namesake[] {
  return rows
    .filter((row) => row.ticker === ticker)
    .toSorted(byRank)
    .map(({ id, name, rank }) => ({ id, ticker, name, rank }))
}

function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : Math.min(...known)
}
