import type { SandboxMarket } from './market-world.ts'
import { json, retryAfter } from '../../../src/goods/kit/stand-ins.ts'
import type { StandInReply as Reply, FailingStandIn as StandIn } from '../../../src/goods/kit/stand-ins.ts'

function ticker(product: string, now: number, world: SandboxMarket): Reply {
  const market = world.marketNamed('coinbase', product)
  if (!market) return json({ message: 'NotFound' }, 404)
  const volume = (world.lastDayOf(market, now).volume / 10 ** market.volumePlaces).toFixed(market.volumePlaces)
  const time = new Date(now).toISOString()
  return json({ ...world.bookOn(market, now), price: world.priceOn(market, now), trade_id: 86_326_522, size: '0.01', volume, time })
}

/** Level 2: the whole book, with the number of orders at each price. */
function orderBook(product: string, now: number, world: SandboxMarket): Reply {
  if (product !== 'USDC-EUR') return json({ message: 'NotFound' }, 404)
  const { bids, asks } = world.usdcEurLevels('coinbase', now)
  const counted = (rows: readonly [string, string][]) => rows.map((row, index) => [...row, index + 1])
  return json({
    bids: counted(bids),
    asks: counted(asks),
    sequence: 13_051_505_638,
    auction_mode: false,
    auction: null,
    time: new Date(now).toISOString(),
  })
}

/** Newest first; low, high, open, close; candles without a trade are left out. Without both ends: the candles that end now. */
function candles(product: string, query: URLSearchParams, now: number, world: SandboxMarket): Reply {
  const market = world.marketNamed('coinbase', product)
  if (!market) return json({ message: 'NotFound' }, 404)
  const step = Number(query.get('granularity'))
  if (![60, 300, 900, 3600, 21600, 86400].includes(step)) return json({ message: 'Unsupported granularity' }, 400)
  const present = Math.floor(now / 1000)
  const asked = ['start', 'end'].map((name) => Math.floor(Date.parse(query.get(name) ?? '') / 1000))
  const [start = 0, end = 0] = asked.some(Number.isNaN) ? [present - (present % step) - 299 * step, present] : asked
  if ((end - start) / step > 300) return json({ message: 'granularity too small for the requested time range' }, 400)
  const rows = world.candlesOf(market, step, { from: start, to: end, now: present })
  return json(
    rows
      .filter(({ volume }) => Number(volume) > 0)
      .map(({ time, low, high, open, close, volume }) => [time, ...[low, high, open, close, volume].map(Number)])
      .toReversed(),
  )
}

/** https://docs.cdp.coinbase.com/exchange/ */
export const coinbase = (world: SandboxMarket): StandIn => ({
  answer({ url, userAgent, now }) {
    if (userAgent === '') return json({ message: 'User-Agent header is required.' }, 400)
    const [, product = '', what] = /^\/products\/([^/]+)\/(ticker|candles|book)$/.exec(url.pathname) ?? []
    if (what === 'ticker') return ticker(product, now, world)
    if (what === 'book') return orderBook(product, now, world)
    if (what === 'candles') return candles(product, url.searchParams, now, world)
    return json({ message: 'NotFound' }, 404)
  },
  rateLimited: json({ message: 'Public rate limit exceeded' }, 429, retryAfter),
  broken: json({ message: 'Internal server error' }, 500),
})

/** https://docs.cdp.coinbase.com/coinbase-app/docs/api-prices */
export const coinbaseSpot = (world: SandboxMarket): StandIn => ({
  answer({ url, now }) {
    const [, product = ''] = /^\/v2\/prices\/([^/]+)\/spot$/.exec(url.pathname) ?? []
    const market = world.marketNamed('coinbase', product)
    if (!market) return json({ errors: [{ id: 'not_found', message: 'Invalid base currency' }] }, 404)
    return json({ data: { amount: world.priceOn(market, now), base: market.coin.ticker, currency: product.split('-')[1] } })
  },
  rateLimited: json({ errors: [{ id: 'rate_limit_exceeded', message: 'Too many requests' }] }, 429, retryAfter),
  broken: json({ errors: [{ id: 'internal_server_error', message: 'Internal server error' }] }, 500),
})
