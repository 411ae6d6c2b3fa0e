import { coinById, rankedCoins, usdPerEur } from './figures.ts'
import type { Coin } from './figures.ts'
import { json, retryAfter } from './reply.ts'
import type { Reply, StandIn } from './reply.ts'

function coinsIn(url: URL): Coin[] {
  const ids = new Set((url.searchParams.get('ids') ?? '').split(','))
  return [...ids].flatMap((id) => coinById(id) ?? [])
}

/** By ids, or by tickers: for a ticker the best-ranked coin, or all coins if requested. Largest first. */
function lookedUp({ searchParams }: URL): typeof rankedCoins {
  const ids = (searchParams.get('ids') ?? '').split(',')
  if (searchParams.has('ids')) return rankedCoins.filter(({ id }) => ids.includes(id))
  const tickers = (searchParams.get('symbols') ?? '').toUpperCase().split(',')
  const named = rankedCoins.filter(({ ticker }) => tickers.includes(ticker))
  const isTop = (coin: Coin) => named.find(({ ticker }) => ticker === coin.ticker) === coin
  return searchParams.get('include_tokens') === 'all' ? named : named.filter(isTop)
}

function markets(url: URL, now: number): Reply {
  const perPage = Math.min(250, Number(url.searchParams.get('per_page') ?? 100))
  const rows = lookedUp(url).map(({ id, ticker, name, price, change, cap, volume, rank }, index) => ({
    id,
    symbol: ticker.toLowerCase(),
    name,
    image: `https://coin-images.coingecko.com/coins/images/${index + 1}/large/${id}.png`,
    current_price: price,
    market_cap: cap,
    market_cap_rank: rank,
    fully_diluted_valuation: cap,
    total_volume: volume,
    high_24h: price * 1.01,
    low_24h: price * 0.99,
    price_change_24h: price - price / (1 + change / 100),
    price_change_percentage_24h: change,
    market_cap_change_24h: 0,
    market_cap_change_percentage_24h: change,
    circulating_supply: cap / price,
    total_supply: cap / price,
    max_supply: null,
    ath: price * 2,
    roi: null,
    last_updated: new Date(minute(now)).toISOString(),
    price_change_percentage_24h_in_currency: change,
  }))
  return json(rows.slice(0, perPage))
}

function simplePrice(url: URL, now: number): Reply {
  const currencies = (url.searchParams.get('vs_currencies') ?? '').split(',')
  if (currencies.every((currency) => currency === '')) return json({ error: 'Missing parameter vs_currencies' }, 422)
  const withTime = url.searchParams.get('include_last_updated_at') === 'true'
  const row = ({ price }: Coin) => ({
    ...(currencies.includes('usd') ? { usd: price } : {}),
    ...(currencies.includes('eur') ? { eur: Number((price / usdPerEur).toPrecision(8)) } : {}),
    ...(withTime ? { last_updated_at: minute(now) / 1000 } : {}),
  })
  return json(Object.fromEntries(coinsIn(url).map((coin) => [coin.id, row(coin)])))
}

/** The most searched coins in the sandbox, most searched first. */
const searched = ['turbo', 'bitcoin', 'terra-luna-2', 'hyperliquid', 'pepe', 'zoo-coin', 'solana']

function trending(): Reply {
  const coins = searched.flatMap((id, score) => {
    const coin = rankedCoins.find((one) => one.id === id)
    return coin ? [{ item: trendingItem(coin, score) }] : []
  })
  return json({ coins, nfts: [], categories: [] })
}

function trendingItem({ id, ticker, name, rank, price, change, cap, volume }: (typeof rankedCoins)[number], score: number) {
  const dollars = (amount: number) => `$${Math.round(amount).toLocaleString('en-US')}`
  return {
    id,
    coin_id: score + 1,
    name,
    symbol: ticker,
    market_cap_rank: rank,
    thumb: `https://coin-images.coingecko.com/coins/images/${score + 1}/thumb/${id}.png`,
    slug: id,
    price_btc: price / 86_000,
    score,
    data: {
      price,
      price_btc: String(price / 86_000),
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
export const coingecko: StandIn = {
  answer({ url, now }) {
    if (url.pathname === '/coins/markets') return markets(url, now)
    if (url.pathname === '/simple/price') return simplePrice(url, now)
    if (url.pathname === '/search/trending') return trending()
    return json({ error: 'coin not found' }, 404)
  },
  rateLimited: json({ status: { error_code: 429, error_message: "You've exceeded the Rate Limit." } }, 429, retryAfter),
  broken: json({ status: { error_code: 500, error_message: 'Internal Server Error' } }, 500),
}
