import { readJson, z } from '../../../src/goods/door.ts'
import { plainText, UpstreamGarbage, type UpstreamResponse, validRows } from '../../../src/goods/kit/http.ts'
import { lastSecond } from '../../../src/goods/kit/time.ts'
import type { CoinMarket } from '../coins/coin-market.ts'

/** Maximum number of rows on a page, and of ids in a request. */
export const pageRows = 250

/** Zero is how the list says that it knows none; a figure that is none is no reason to drop the coin's others. */
const amount = z.number().positive().nullable().catch(null)
const market = z.object({
  id: z.string().min(1).max(200),
  symbol: z.string().max(200),
  name: z.string().max(400),
  current_price: amount,
  market_cap: amount,
  market_cap_rank: z.int().positive().nullable().catch(null),
  total_volume: amount,
  price_change_percentage_24h: z.number().nullable().catch(null),
  last_updated: z.iso.datetime({ offset: true }).nullable().catch(null),
})
const named = z.looseObject({ id: z.string().min(1).max(200) })
const markets = z.array(z.unknown()).max(pageRows)

/**
 * Rows of `/coins/markets` by id. Invalid rows are skipped. When most are invalid, the answer is refused.
 */
export function readMarkets(answer: UpstreamResponse): ReadonlyMap<string, CoinMarket> {
  const rows = validRows(readJson(answer, markets), named)
  const read = rows.map((row) => ({ id: row.id, row: market.safeParse(row).data }))
  if (read.filter((one) => !one.row).length > read.length / 2) throw new UpstreamGarbage('wrong_shape')
  return new Map(read.map(({ id, row }) => [id, row ? marketOf(row) : withoutFigures(id)]))
}

function marketOf(row: z.output<typeof market>): CoinMarket {
  const at = row.last_updated === null ? null : Date.parse(row.last_updated)
  return {
    id: row.id,
    ticker: plainText(row.symbol.toUpperCase(), 50),
    name: plainText(row.name, 100),
    // A price without a time may be of any age.
    price: at === null ? null : row.current_price,
    change24h: row.price_change_percentage_24h,
    marketCap: row.market_cap,
    rank: row.market_cap_rank,
    volume24h: row.total_volume,
    at,
  }
}

function withoutFigures(id: string): CoinMarket {
  return { id, ticker: '', name: '', price: null, change24h: null, marketCap: null, rank: null, volume24h: null, at: null }
}

/** A coin that people search for, with the price in the list. */
export type TrendingCoin = Pick<CoinMarket, 'id' | 'ticker' | 'name' | 'rank' | 'price' | 'change24h'>

const trendingItem = z.object({
  item: z.object({
    id: z.string().min(1).max(200),
    symbol: z.string().max(200),
    name: z.string().max(400),
    market_cap_rank: z.int().positive().nullish().catch(null),
    // Capitalisation and volume are formatted text in this list, so they are not read.
    data: z
      .object({
        price: z.number().positive().nullish().catch(null),
        price_change_percentage_24h: z.object({ usd: z.number().nullish() }).nullish().catch(null),
      })
      .nullish(),
  }),
})
const trending = z.object({ coins: z.array(z.unknown()).min(1).max(100) })

/** `/search/trending`, the most searched first. */
export function readTrending(answer: UpstreamResponse): readonly TrendingCoin[] {
  const { coins } = readJson(answer, trending)
  const read = coins.flatMap((one) => trendingItem.safeParse(one).data ?? [])
  if (read.length < coins.length / 2) throw new UpstreamGarbage('wrong_shape')
  return read.map(({ item: { id, symbol, name, market_cap_rank: rank, data } }) => ({
    id,
    ticker: plainText(symbol.toUpperCase(), 50),
    name: plainText(name, 100),
    rank: rank ?? null,
    price: data?.price ?? null,
    change24h: data?.price_change_percentage_24h?.usd ?? null,
  }))
}

/** Prices by coin id. */
export type SimplePrices = Readonly<
  Record<string, { readonly usd: number | null; readonly eur: number | null; readonly at: number | null }>
>

const simple = z.record(z.string(), z.unknown())
const simplePrice = z.object({ usd: amount, eur: amount, last_updated_at: z.int().positive().max(lastSecond).nullable().catch(null) })

/** Prices of the requested ids that have a time. An answer without any of them is refused. */
export function readPrices(answer: UpstreamResponse, ids: readonly string[]): SimplePrices {
  const rows = readJson(answer, simple)
  const found = ids.flatMap((id) => {
    const row = Object.hasOwn(rows, id) ? simplePrice.safeParse(rows[id]).data : undefined
    // A price without a time may be of any age.
    if (!row || row.last_updated_at === null) return []
    return [[id, { usd: row.usd, eur: row.eur, at: row.last_updated_at * 1000 }] as const]
  })
  if (found.length === 0) throw new UpstreamGarbage('wrong_shape')
  return Object.fromEntries(found)
}
