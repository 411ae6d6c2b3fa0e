import { z } from 'zod'
import { UpstreamGarbage } from '../net/upstream-errors.ts'
import { createBatch } from './batch.ts'
import { createSource } from './create-source.ts'
import type { Source, SourceParts } from './create-source.ts'
import type { Feed } from './feed.ts'
import { readJson } from './read-json.ts'
import type { SourceTerms } from './source.ts'
import { wellKnownSymbols } from './symbols.ts'
import { priceFreshness } from './venue.ts'

export const coingeckoTerms: SourceTerms = {
  id: 'coingecko',
  name: 'CoinGecko',
  licence: 'CoinGecko API terms',
  attribution: 'Data provided by CoinGecko (https://www.coingecko.com)',
  resale: 'contract',
  homepage: 'https://docs.coingecko.com/',
}
export const coingeckoBaseUrl = 'https://api.coingecko.com/api/v3'

/** One coin's market in USD. A number that CoinGecko does not have is null. */
export interface CoinMarket {
  readonly id: string
  /** Upper case. */
  readonly ticker: string
  readonly name: string
  readonly price: number | null
  /** Per cent. */
  readonly change24h: number | null
  readonly marketCap: number | null
  readonly volume24h: number | null
  readonly at: number | null
}

/** Prices by coin id. */
export type SimplePrices = Readonly<
  Record<string, { readonly usd: number | null; readonly eur: number | null; readonly at: number | null }>
>

export interface CoinGecko {
  readonly source: Source
  /** By coin id; null for an id that it does not have. All that are asked for at about the same time share one request. */
  readonly market: Feed<CoinMarket | null>
  /** By list of coin ids, joined with commas: prices in USD and EUR. */
  readonly prices: Feed<SimplePrices>
}

const amount = z.number().nonnegative().nullish()
const market = z.object({
  id: z.string().min(1).max(200),
  symbol: z.string().max(200),
  name: z.string().max(400),
  current_price: amount,
  market_cap: amount,
  total_volume: amount,
  price_change_percentage_24h: z.number().nullish(),
  last_updated: z.iso.datetime({ offset: true }).nullish(),
})
const markets = z.array(z.looseObject({ id: z.string().min(1).max(200) })).max(250)
/** The last second that a date can tell. */
const lastSecond = 8_640_000_000_000
const simple = z.record(z.string(), z.object({ usd: amount, eur: amount, last_updated_at: z.int().positive().max(lastSecond).nullish() }))

/** An unknown id is asked for again after a minute, and no old "unknown" ever stands in for an answer. */
const unknownMs = 60_000

export function createCoinGecko(
  { baseUrl, enabled, keys }: { baseUrl: string; enabled: boolean; keys: { readonly coingeckoDemo?: string | undefined } },
  parts: SourceParts,
): CoinGecko {
  const headers: Record<string, string> = keys.coingeckoDemo === undefined ? {} : { 'x-cg-demo-api-key': keys.coingeckoDemo }
  const source = createSource({ terms: coingeckoTerms, baseUrl, enabled, headers }, parts)
  const wellKnown = wellKnownSymbols.map((row) => row.coingecko)
  const known = new Set(wellKnown)

  const loadMarkets = createBatch<CoinMarket>(
    {
      size: 250,
      waitMs: 5,
      // One request brings all well-known coins for the price of one, so that the next caller finds his in hand.
      companions: (ids) => (ids.some((id) => known.has(id)) ? wellKnown : []),
      run: (ids, signal) => source.ask({ path: marketsPath(ids), read: (answer) => byId(readJson(answer, markets)) }, signal),
    },
    parts.timers,
  )

  const marketFeed = source.feed<CoinMarket | null>({
    name: 'market',
    size: 5_000,
    freshness: (value, at) =>
      value ? priceFreshness(value, at) : { refreshAt: at + unknownMs, freshUntil: at + unknownMs, staleUntil: at + unknownMs },
    asOf: (value) => value?.at ?? null,
    address: (id) => marketsPath([id]),
    async load(id, signal, put) {
      const found = await loadMarkets(id, signal)
      for (const [other, value] of found) if (other !== id) put(other, value)
      return found.get(id) ?? null
    },
  })

  const pricesPath = (ids: string) => `/simple/price?ids=${encodeURIComponent(ids)}&vs_currencies=usd,eur&include_last_updated_at=true`
  const prices = source.feed<SimplePrices>({
    name: 'prices',
    size: 20,
    freshness: priceFreshness,
    asOf: (value) => latest(Object.values(value).map((one) => one.at)),
    address: pricesPath,
    load: (ids, signal) =>
      source.ask({ path: pricesPath(ids), read: (answer) => readPrices(readJson(answer, simple), ids.split(',')) }, signal),
  })

  return { source, market: marketFeed, prices }
}

function marketsPath(ids: readonly string[]): string {
  return `/coins/markets?vs_currency=usd&ids=${encodeURIComponent(ids.join(','))}&price_change_percentage=24h&per_page=250`
}

/**
 * Rows by id. A single row that can't be read leaves its coin without figures rather than all coins; when most can't,
 * the answer is garbage.
 */
function byId(rows: z.output<typeof markets>): ReadonlyMap<string, CoinMarket> {
  const read = rows.map((row) => ({ id: row.id, row: market.safeParse(row).data }))
  if (read.filter((one) => !one.row).length > read.length / 2) throw new UpstreamGarbage('wrong_shape')
  return new Map(read.map(({ id, row }) => [id, row ? marketOf(row) : withoutFigures(id)]))
}

function marketOf(row: z.output<typeof market>): CoinMarket {
  return {
    id: row.id,
    ticker: row.symbol.toUpperCase(),
    name: row.name,
    price: row.current_price ?? null,
    change24h: row.price_change_percentage_24h ?? null,
    // CoinGecko writes 0 for a capitalisation that it does not know.
    marketCap: row.market_cap || null,
    volume24h: row.total_volume ?? null,
    at: row.last_updated ? Date.parse(row.last_updated) : null,
  }
}

function withoutFigures(id: string): CoinMarket {
  return { id, ticker: '', name: '', price: null, change24h: null, marketCap: null, volume24h: null, at: null }
}

/** Prices of the asked ids; an answer that knows none of them is no answer. */
function readPrices(rows: z.output<typeof simple>, ids: readonly string[]): SimplePrices {
  const found = ids.flatMap((id) => {
    const row = Object.hasOwn(rows, id) ? rows[id] : undefined
    return row
      ? [[id, { usd: row.usd ?? null, eur: row.eur ?? null, at: row.last_updated_at ? row.last_updated_at * 1000 : null }] as const]
      : []
  })
  if (found.length === 0) throw new UpstreamGarbage('wrong_shape')
  return Object.fromEntries(found)
}

function latest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : Math.max(...known)
}
