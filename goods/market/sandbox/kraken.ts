import type { SandboxMarket } from './market-world.ts'
import { json } from '../../../src/goods/kit/stand-ins.ts'
import type { StandInReply as Reply, FailingStandIn as StandIn } from '../../../src/goods/kit/stand-ins.ts'

/** Names of results that differ from the requested names. */
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

function ticker(pair: string, now: number, world: SandboxMarket): Reply {
  const market = world.marketNamed('kraken', pair)
  if (!market) return failed('EQuery:Unknown asset pair')
  const book = world.bookOn(market, now)
  const { open, high, low, close, volume } = world.lastDayOf(market, now)
  const price = (value: number) => value.toFixed(market.places)
  const traded = (volume / 10 ** market.volumePlaces).toFixed(8)
  const row = {
    a: [book.ask, '1', '1.000'],
    b: [book.bid, '2', '2.000'],
    c: [price(close), '0.00040000'],
    v: [traded, traded],
    p: [price((high + low) / 2), price((high + low) / 2)],
    t: [21_000, 48_000],
    l: [price(low), price(low)],
    h: [price(high), price(high)],
    o: price(open),
  }
  return json({ error: [], result: { [resultNames[pair] ?? pair]: row } })
}

/** Each level has the time of its last change. */
function depth(pair: string, now: number, world: SandboxMarket): Reply {
  if (pair !== 'USDCEUR') return failed('EQuery:Unknown asset pair')
  const { bids, asks } = world.usdcEurLevels('kraken', now)
  const timed = (rows: readonly [string, string][]) => rows.map((row) => [...row, Math.floor(now / 1000)])
  // Kraken rounds sizes, so a tiny order shows as zero.
  const tiny = [world.bookOn(world.usdcEurOn('kraken'), now).bid, '0.000', Math.floor(now / 1000)]
  return json({ error: [], result: { USDCEUR: { asks: timed(asks), bids: [tiny, ...timed(bids)] } } })
}

/** Oldest first, at most the latest 720; the last one is not finished. A candle without a trade has zeros. */
function candles(pair: string, query: URLSearchParams, now: number, world: SandboxMarket): Reply {
  const market = world.marketNamed('kraken', pair)
  if (!market) return failed('EQuery:Unknown asset pair')
  const minutes = Number(query.get('interval') ?? 1)
  if (![1, 5, 15, 30, 60, 240, 1440, 10080, 21600].includes(minutes)) return failed('EGeneral:Invalid arguments:interval')
  const step = minutes * 60
  const present = Math.floor(now / 1000)
  const last = present - (present % step)
  const from = Math.max(Number(query.get('since') ?? 0), last - 719 * step)
  const rows = world.candlesOf(market, step, { from, to: last, now: present })
  const written = rows.map(({ time, open, high, low, close, volume }) =>
    Number(volume) > 0 ? [time, open, high, low, close, close, volume, 42] : [time, close, close, close, close, '0.0', '0.0000', 0],
  )
  return json({ error: [], result: { [resultNames[pair] ?? pair]: written, last: last - step } })
}

/** https://docs.kraken.com/api/ */
export const kraken = (world: SandboxMarket): StandIn => ({
  answer({ url, now }) {
    const pair = url.searchParams.get('pair') ?? ''
    if (url.pathname === '/0/public/Ticker') return ticker(pair, now, world)
    if (url.pathname === '/0/public/Depth') return depth(pair, now, world)
    if (url.pathname === '/0/public/OHLC') return candles(pair, url.searchParams, now, world)
    return failed('EGeneral:Unknown method')
  },
  rateLimited: failed('EGeneral:Too many requests'),
  broken: failed('EService:Unavailable'),
})
