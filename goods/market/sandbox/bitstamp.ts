import type { SandboxMarket } from './market-world.ts'
import { json, retryAfter } from '../../../src/goods/kit/stand-ins.ts'
import type { FailingStandIn as StandIn } from '../../../src/goods/kit/stand-ins.ts'

/** https://www.bitstamp.net/api/ */
export const bitstamp = (world: SandboxMarket): StandIn => ({
  answer({ url, now }) {
    if (url.pathname === '/api/v2/order_book/usdceur/')
      return json({
        timestamp: String(Math.floor(now / 1000)),
        microtimestamp: String(now * 1000),
        ...world.usdcEurLevels('bitstamp', now),
      })
    const [, name = ''] = /^\/api\/v2\/ticker\/([a-z0-9]+)\/$/.exec(url.pathname) ?? []
    const market = world.marketNamed('bitstamp', name)
    if (!market) return json({ response_code: '404.002', message: 'Currency pair not found' }, 404)
    const { open, high, low, close, volume, change } = world.lastDayOf(market, now)
    const price = (value: number) => value.toFixed(market.places)
    return json({
      timestamp: String(Math.floor(now / 1000)),
      open: price(open),
      high: price(high),
      low: price(low),
      last: price(close),
      volume: (volume / 10 ** market.volumePlaces).toFixed(8),
      vwap: price((high + low) / 2),
      ...world.bookOn(market, now),
      side: '0',
      open_24: price(open),
      percent_change_24: change.toFixed(2),
    })
  },
  rateLimited: json({ code: '400.002', message: 'Request rate limit exceeded.' }, 429, retryAfter),
  broken: json({ message: 'Internal server error' }, 500),
})
