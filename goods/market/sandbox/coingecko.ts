import type { Coin, RankedCoin, SandboxMarket } from './market-world.ts'
import { json, retryAfter } from '../../../src/goods/kit/stand-ins.ts'
import type { StandInReply as Reply, FailingStandIn as StandIn } from '../../../src/goods/kit/stand-ins.ts'

function coinsIn(url: URL, world: SandboxMarket): Coin[] {
  const ids = new Set((url.searchParams.get('ids') ?? '').split(','))
  return [...ids].flatMap((id) => world.coins.get(id) ?? [])
}

/** By ids, or by tickers: for a ticker the best-ranked coin, or all coins if requested. Largest first. */
function lookedUp({ searchParams }: URL, ranked: readonly RankedCoin[]): readonly RankedCoin[] {
  const ids = (searchParams.get('ids') ?? '').split(',')
  if (searchParams.has('ids')) return ranked.filter(({ id }) => ids.includes(id))
  const tickers = (searchParams.get('symbols') ?? '').toUpperCase().split(',')
  const named = ranked.filter(({ ticker }) => tickers.includes(ticker))
  const isTop = (coin: Coin) => named.find(({ ticker }) => ticker === coin.ticker) === coin
  return searchParams.get('include_tokens') === 'all' ? named : named.filter(isTop)
}

function markets(url: URL, now: number, world: SandboxMarket): Reply {
  const perPage = Math.min(250, Number(url.searchParams.get('per_page') ?? 100))
  const rows = lookedUp(url, world.rankedCoins('coingecko', now)).map(
    ({ id, ticker, name, price, change, high, low, cap, volume, supply, rank }, index) => ({
      id,
      symbol: ticker.toLowerCase(),
      name,
      image: `https://coin-images.coingecko.com/coins/images/${index + 1}/large/${id}.png`,
      current_price: price,
      market_cap: cap,
      market_cap_rank: rank,
      fully_diluted_valuation: cap,
      total_volume: volume,
      high_24h: high,
      low_24h: low,
      price_change_24h: price - price / (1 + change / 100),
      price_change_percentage_24h: change,
      market_cap_change_24h: Math.round(cap - cap / (1 + change / 100)),
      market_cap_change_percentage_24h: change,
      circulating_supply: supply,
      total_supply: supply,
      max_supply: null,
      ath: price * 2,
      roi: null,
      last_updated: new Date(minute(now)).toISOString(),
      price_change_percentage_24h_in_currency: change,
    }),
  )
  return json(rows.slice(0, perPage))
}

function simplePrice(url: URL, now: number, world: SandboxMarket): Reply {
  const currencies = (url.searchParams.get('vs_currencies') ?? '').split(',')
  if (currencies.every((currency) => currency === '')) return json({ error: 'Missing parameter vs_currencies' }, 422)
  const withTime = url.searchParams.get('include_last_updated_at') === 'true'
  const row = (coin: Coin) => {
    const price = Number(world.priceOn(world.marketOf(coin, 'coingecko'), now))
    return {
      ...(currencies.includes('usd') ? { usd: price } : {}),
      ...(currencies.includes('eur') ? { eur: Number((price / world.usdPerEurAt(now)).toPrecision(8)) } : {}),
      ...(withTime ? { last_updated_at: minute(now) / 1000 } : {}),
    }
  }
  return json(Object.fromEntries(coinsIn(url, world).map((coin) => [coin.id, row(coin)])))
}

/** The most searched coins in the sandbox, most searched first. */
const searched = ['turbo', 'bitcoin', 'terra-luna-2', 'hyperliquid', 'pepe', 'zoo-coin', 'solana']

function trending(now: number, world: SandboxMarket): Reply {
  const ranked = world.rankedCoins('coingecko', now)
  const bitcoin = ranked.find(({ id }) => id === 'bitcoin')?.price ?? 0
  const items = searched.flatMap((id, score) => {
    const coin = ranked.find((one) => one.id === id)
    return coin ? [{ item: trendingItem(coin, score, bitcoin) }] : []
  })
  return json({ coins: items, nfts: [], categories: [] })
}

function trendingItem({ id, ticker, name, rank, price, change, cap, volume }: RankedCoin, score: number, bitcoin: number) {
  const dollars = (amount: number) => `$${Math.round(amount).toLocaleString('en-US')}`
  return {
    id,
    coin_id: score + 1,
    name,
    symbol: ticker,
    market_cap_rank: rank,
    thumb: `https://coin-images.coingecko.com/coins/images/${score + 1}/thumb/${id}.png`,
    slug: id,
    price_btc: price / bitcoin,
    score,
    data: {
      price,
      price_btc: String(price / bitcoin),
      price_change_percentage_24h: { btc: 0, usd: change },
      market_cap: dollars(cap),
      total_volume: dollars(volume),
    },
  }
}

function minute(now: number): number {
  return now - (now % 60_000)
}

/** https://docs.coingecko.com/ */
export const coingecko = (world: SandboxMarket): StandIn => ({
  answer({ url, now }) {
    if (url.pathname === '/coins/markets') return markets(url, now, world)
    if (url.pathname === '/simple/price') return simplePrice(url, now, world)
    if (url.pathname === '/search/trending') return trending(now, world)
    return json({ error: 'coin not found' }, 404)
  },
  rateLimited: json({ status: { error_code: 429, error_message: "You've exceeded the Rate Limit." } }, 429, retryAfter),
  broken: json({ status: { error_code: 500, error_message: 'Internal Server Error' } }, 500),
})
