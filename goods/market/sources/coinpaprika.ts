import { byAge, readJson, source, z } from '../../../src/goods/door.ts'
import {
  checkShape,
  type Feed,
  parseJsonLists,
  plainText,
  type Source,
  type SourceTools,
  UpstreamGarbage,
  type UpstreamResponse,
  validRows,
} from '../../../src/goods/kit/http.ts'
import { byRank } from '../coins/coin-market.ts'
import type { CoinMarket, Namesake } from '../coins/coin-market.ts'
import { frugalPriceFreshness, priceAge } from '../coins/venue.ts'

export const coinpaprika = source({
  id: 'coinpaprika',
  name: 'CoinPaprika',
  licence: 'CoinPaprika API terms',
  attribution: 'Data provided by CoinPaprika (https://coinpaprika.com)',
  resale: 'contract',
  homepage: 'https://docs.coinpaprika.com/',
  baseUrl: 'https://api.coinpaprika.com/v1',
  // The free plan. It is asked where others do not answer, so most of its requests are saved.
  plan: () => ({ quota: { perMonth: 20_000 } }),
  create: createCoinPaprika,
})

export interface CoinPaprika {
  readonly source: Source
  /** By ticker in upper case: the coins that use it, the best-ranked first. Ids are CoinPaprika's own (`btc-bitcoin`). */
  readonly namesakes: Feed<readonly Namesake[]>
  /** By CoinPaprika's id; null for an unknown one. */
  readonly market: Feed<CoinMarket | null>
  /** All active coins, the best-ranked first; one key, ''. A long answer, for calls with many coins. */
  readonly markets: Feed<readonly CoinMarket[]>
}

/** Zero means an unknown price, volume or capitalisation. */
const amount = z.number().positive().nullable().catch(null)
const coin = z.object({
  id: z.string().min(1).max(200),
  name: z.string().max(400),
  symbol: z.string().max(200),
  rank: z.int().nonnegative().nullable().catch(null),
})
const market = coin.extend({
  last_updated: z.iso.datetime({ offset: true }).nullable().catch(null),
  quotes: z.object({
    USD: z.object({ price: amount, volume_24h: amount, market_cap: amount, percent_change_24h: z.number().nullable().catch(null) }),
  }),
})
/** The rest of the document after its rows were handed over. */
const listAlone = z.object({ rows: z.array(z.never()) })
const search = z.object({ currencies: z.array(z.unknown()).max(250).nullish() })
const foundCoin = coin.extend({ is_active: z.boolean().nullable().catch(null) })

const dayMs = 86_400_000
const namesakesFreshness = byAge({ refreshMs: dayMs - 3_600_000, freshMs: dayMs, staleMs: 7 * dayMs })
const unknown = byAge({ refreshMs: 60_000, freshMs: 60_000, staleMs: 60_000 })

/** Some 2,500 coins at a kilobyte each. */
const maxListBytes = 8_000_000
const maxRows = 20_000
/** Characters per slice: some twenty coins. */
const sliceLength = 16_384

function createCoinPaprika(source: Source, parts: SourceTools): CoinPaprika {
  const searchPath = (ticker: string) => `/search?q=${encodeURIComponent(ticker)}&c=currencies&modifier=symbol_search&limit=100`
  const marketPath = (id: string) => `/tickers/${encodeURIComponent(id)}?quotes=USD`

  const namesakes = source.feed<readonly Namesake[]>({
    name: 'namesakes',
    size: 5_000,
    freshness: (value, at) => (value.length > 0 ? namesakesFreshness : unknown)(value, at),
    asOf: () => null,
    address: searchPath,
    load: (ticker, signal) =>
      source.ask(
        {
          path: searchPath(ticker),
          // The search also finds tickers that only start with this one.
          read: (answer) =>
            validRows(readJson(answer, search).currencies ?? [], foundCoin)
              // Coins that are no longer traded stay in the list.
              .filter((one) => one.is_active !== false)
              .map(namesakeOf)
              .filter((one) => one.ticker === ticker)
              .toSorted(byRank),
        },
        signal,
      ),
  })

  const marketFeed = source.feed<CoinMarket | null>({
    name: 'market',
    size: 1_000,
    freshness: (value, at) => (value ? frugalPriceFreshness : unknown)(value, at),
    asOf: (value) => value?.at ?? null,
    ownAge: priceAge,
    address: marketPath,
    load: (id, signal) =>
      source.ask(
        {
          path: marketPath(id),
          alsoAccept: [404],
          read: (answer) => (answer.status === 404 ? null : marketOf(readJson(answer, market))),
        },
        signal,
      ),
  })

  const pause = () => new Promise<void>((resolve) => void parts.timers.soon(resolve))
  const markets = source.feed<readonly CoinMarket[]>({
    name: 'markets',
    size: 1,
    budgetMs: 3_000,
    freshness: frugalPriceFreshness,
    asOf: (value) => value.reduce((newest, one) => Math.max(newest, one.at ?? 0), 0) || null,
    ownAge: priceAge,
    address: () => '/tickers?quotes=USD',
    load: (_, signal) =>
      source.ask(
        {
          path: '/tickers?quotes=USD',
          maxBytes: maxListBytes,
          timeoutMs: 2_500,
          read: (answer) => readMarkets(answer, pause, parts.clock.now()),
        },
        signal,
      ),
  })

  return { source, namesakes, market: marketFeed, markets }
}

/**
 * Reads the whole list in slices, because two megabytes at once would block the event loop. A few invalid rows are skipped. Coins
 * that the source stopped to renew are in the list too: they are without a price.
 */
async function readMarkets(answer: UpstreamResponse, pause: () => Promise<void>, now: number): Promise<readonly CoinMarket[]> {
  const rows: CoinMarket[] = []
  let seen = 0
  // The document is a bare list, and the parser finds lists by their name.
  const named = Buffer.concat([Buffer.from('{"rows":'), answer.body, Buffer.from('}')])
  const rest = await parseJsonLists(named, {
    name: 'rows',
    take(row) {
      if (++seen > maxRows) throw new UpstreamGarbage('too_large')
      const read = market.safeParse(row).data
      if (read) rows.push(withoutOldPrice(marketOf(read), now))
    },
    pause,
    sliceLength,
  })
  checkShape(rest, listAlone)
  if (rows.length === 0 || rows.length < seen / 2) throw new UpstreamGarbage('wrong_shape')
  return rows.toSorted(byRank)
}

function withoutOldPrice(row: CoinMarket, now: number): CoinMarket {
  return row.at !== null && now - row.at >= priceAge.freshMs ? { ...row, price: null } : row
}

function namesakeOf({ id, symbol, name, rank }: z.output<typeof coin>): Namesake {
  // Rank 0 means none.
  return { id, ticker: plainText(symbol.toUpperCase(), 50), name: plainText(name, 100), rank: rank || null }
}

function marketOf(row: z.output<typeof market>): CoinMarket {
  const { price, volume_24h: volume24h, market_cap: marketCap, percent_change_24h: change24h } = row.quotes.USD
  const at = row.last_updated === null ? null : Date.parse(row.last_updated)
  // A price without a time may be of any age.
  return { ...namesakeOf(row), price: at === null ? null : price, change24h, marketCap, volume24h, at }
}
