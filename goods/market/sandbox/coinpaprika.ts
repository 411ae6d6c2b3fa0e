import type { RankedCoin, SandboxMarket } from './market-world.ts'
import { json, retryAfter } from '../../../src/goods/kit/stand-ins.ts'
import type { StandInReply as Reply, FailingStandIn as StandIn } from '../../../src/goods/kit/stand-ins.ts'

/** Its ids consist of ticker and name. */
function idOf({ id, ticker }: RankedCoin): string {
  return `${ticker.toLowerCase()}-${id}`
}

function tickerRow(coin: RankedCoin, now: number) {
  const { ticker, name, price, change, cap, volume, supply } = coin
  return {
    id: idOf(coin),
    name,
    symbol: ticker,
    rank: coin.rank ?? 0,
    total_supply: Math.round(supply),
    max_supply: 0,
    beta_value: 1.01,
    first_data_at: '2013-04-28T00:00:00Z',
    last_updated: new Date(now - (now % 60_000)).toISOString().replace('.000', ''),
    quotes: {
      USD: {
        price,
        volume_24h: volume,
        volume_24h_change_24h: -1.2,
        market_cap: cap,
        market_cap_change_24h: change,
        percent_change_15m: 0.01,
        percent_change_1h: 0.1,
        percent_change_24h: change,
        percent_change_7d: 2.5,
        ath_price: price * 2,
        ath_date: '2026-01-08T13:30:00Z',
        percent_from_price_ath: -50,
      },
    },
  }
}

/** Finds tickers that begin with the requested text. */
function search(query: URLSearchParams, now: number, world: SandboxMarket): Reply {
  const asked = (query.get('q') ?? '').toUpperCase()
  if (asked === '') return json({ error: 'missing query' }, 400)
  const currencies = world
    .rankedCoins('coinpaprika', now)
    .filter(({ ticker }) => ticker.startsWith(asked))
    .slice(0, Number(query.get('limit') ?? 6))
    .map((coin) => ({
      id: idOf(coin),
      name: coin.name,
      symbol: coin.ticker,
      rank: coin.rank ?? 0,
      is_new: false,
      is_active: true,
      type: 'coin',
    }))
  return json({ currencies })
}

/** https://docs.coinpaprika.com/ */
export const coinpaprika = (world: SandboxMarket): StandIn => ({
  answer({ url, now }) {
    if (url.pathname === '/search') return search(url.searchParams, now, world)
    if (url.pathname === '/tickers') return json(world.rankedCoins('coinpaprika', now).map((coin) => tickerRow(coin, now)))
    const [, id] = /^\/tickers\/([^/]+)$/.exec(url.pathname) ?? []
    const coin = world.rankedCoins('coinpaprika', now).find((one) => idOf(one) === id)
    return coin ? json(tickerRow(coin, now)) : json({ error: 'id not found' }, 404)
  },
  rateLimited: json({ error: 'too many requests' }, 429, retryAfter),
  broken: json({ error: 'internal server error' }, 500),
})
