import type { SandboxMarket } from './market-world.ts'
import { json, retryAfter } from '../../../src/goods/kit/stand-ins.ts'
import type { StandInReply as Reply, FailingStandIn as StandIn } from '../../../src/goods/kit/stand-ins.ts'

const intervals: Readonly<Record<string, number>> = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '30m': 1_800,
  '1h': 3_600,
  '2h': 7_200,
  '4h': 14_400,
  '6h': 21_600,
  '12h': 43_200,
  '1d': 86_400,
}

/** Oldest first. A candle without a trade has zeros. Without a start: the latest candles. */
function klines(query: URLSearchParams, now: number, world: SandboxMarket): Reply {
  const market = world.marketNamed('binance', query.get('symbol') ?? '')
  if (!market) return json({ code: -1121, msg: 'Invalid symbol.' }, 400)
  const step = intervals[query.get('interval') ?? '']
  if (step === undefined) return json({ code: -1120, msg: 'Invalid interval.' }, 400)
  const limit = Math.min(1_000, Number(query.get('limit') ?? 500))
  const present = Math.floor(now / 1000)
  const start = query.get('startTime')
  const from = start === null ? present - (present % step) - (limit - 1) * step : Math.ceil(Number(start) / 1000 / step) * step
  const to = Math.min(Number(query.get('endTime') ?? now) / 1000, from + (limit - 1) * step)
  const rows = world.candlesOf(market, step, { from, to, now: present })
  return json(
    rows.map(({ time, open, high, low, close, volume }) => {
      const prices = Number(volume) > 0 ? [open, high, low, close] : [close, close, close, close]
      return [time * 1000, ...prices, volume, (time + step) * 1000 - 1, '0.00000000', 42, '0.00000000', '0.00000000', '0']
    }),
  )
}

/** https://developers.binance.com/docs/binance-spot-api-docs */
export const binance = (world: SandboxMarket): StandIn => ({
  answer({ url, now }) {
    if (url.pathname === '/api/v3/klines') return klines(url.searchParams, now, world)
    return { status: 404, contentType: 'text/html', body: '<html><body>Not found</body></html>' }
  },
  rateLimited: json(
    { code: -1003, msg: 'Too much request weight used; current limit is 6000 request weight per 1 MINUTE.' },
    429,
    retryAfter,
  ),
  broken: json({ code: -1000, msg: 'An unknown error occurred while processing the request.' }, 500),
})
