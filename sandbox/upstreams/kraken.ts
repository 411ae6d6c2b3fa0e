import { coinOn, dayAgo, priceText, usdcEurBooks } from './figures.ts'
import { json } from './reply.ts'
import type { Reply, StandIn } from './reply.ts'

/** Names under which results stand, where they are not those that one asks with. */
const resultNames: Readonly<Record<string, string>> = {
  XBTUSD: 'XXBTZUSD',
  ETHUSD: 'XETHZUSD',
  XRPUSD: 'XXRPZUSD',
  XLMUSD: 'XXLMZUSD',
  LTCUSD: 'XLTCZUSD',
  ETCUSD: 'XETCZUSD',
  ZECUSD: 'XZECZUSD',
  XMRUSD: 'XXMRZUSD',
  USDTUSD: 'USDTZUSD',
}

/** Errors come with status 200. */
function failed(error: string): Reply {
  return json({ error: [error] })
}

function ticker(pair: string): Reply {
  const coin = coinOn('kraken', pair)
  const book =
    pair === 'USDCEUR' ? usdcEurBooks.kraken : coin && { bid: priceText(coin.price * 0.9999), ask: priceText(coin.price * 1.0001) }
  if (!book) return failed('EQuery:Unknown asset pair')
  const last = coin ? priceText(coin.price) : book.ask
  const row = {
    a: [book.ask, '1', '1.000'],
    b: [book.bid, '2', '2.000'],
    c: [last, '0.00040000'],
    v: ['812.5', '2044.1'],
    p: [last, last],
    t: [21_000, 48_000],
    l: [last, last],
    h: [last, last],
    o: last,
  }
  return json({ error: [], result: { [resultNames[pair] ?? pair]: row } })
}

/** The oldest first, at most 720 rows, the last one not finished yet. */
function candles(pair: string, query: URLSearchParams, now: number): Reply {
  const coin = coinOn('kraken', pair)
  if (!coin) return failed('EQuery:Unknown asset pair')
  const minutes = Number(query.get('interval') ?? 1)
  if (![1, 5, 15, 30, 60, 240, 1440, 10080, 21600].includes(minutes)) return failed('EGeneral:Invalid arguments:interval')
  const step = minutes * 60
  const last = Math.floor(now / 1000 / step) * step
  const since = Math.max(Number(query.get('since') ?? 0), last - 719 * step)
  const first = last - step * Math.floor((last - since) / step)
  const before = dayAgo(coin)
  const rows = []
  for (let time = first; time <= last; time += step) {
    const price = priceText(time === last ? coin.price : before)
    rows.push([time, price, price, price, price, price, '10.50000000', 42])
  }
  return json({ error: [], result: { [resultNames[pair] ?? pair]: rows, last: last - step } })
}

/** https://docs.kraken.com/api/ */
export const kraken: StandIn = {
  answer({ url, now }) {
    const pair = url.searchParams.get('pair') ?? ''
    if (url.pathname === '/0/public/Ticker') return ticker(pair)
    if (url.pathname === '/0/public/OHLC') return candles(pair, url.searchParams, now)
    return failed('EGeneral:Unknown method')
  },
  rateLimited: failed('EGeneral:Too many requests'),
  broken: failed('EService:Unavailable'),
}
