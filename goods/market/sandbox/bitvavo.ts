import type { SandboxMarket } from './market-world.ts'
import { json, retryAfter } from '../../../src/goods/kit/stand-ins.ts'
import type { FailingStandIn as StandIn } from '../../../src/goods/kit/stand-ins.ts'

/** https://docs.bitvavo.com/ */
export const bitvavo = (world: SandboxMarket): StandIn => ({
  answer({ url, now }) {
    const [, named] = /^\/v2\/([A-Z0-9]+-[A-Z]+)\/book$/.exec(url.pathname) ?? []
    if (named === 'USDC-EUR')
      return json({ market: named, nonce: 35_883_831, ...world.usdcEurLevels('bitvavo', now), timestamp: Math.floor(now) * 1_000_000 })
    if (named !== undefined) return json({ errorCode: 205, error: 'market parameter is invalid.' }, 400)
    if (url.pathname !== '/v2/ticker/book')
      return json({ errorCode: 110, error: 'Invalid endpoint. Please check url and HTTP method.' }, 404)
    const market = url.searchParams.get('market') ?? ''
    if (market !== 'USDC-EUR') return json({ errorCode: 205, error: 'market parameter is invalid.' }, 400)
    const { bid, ask } = world.bookOn(world.usdcEurOn('bitvavo'), now)
    return json({ market, bid, bidSize: '15230.11', ask, askSize: '9812.40' })
  },
  rateLimited: json({ errorCode: 105, error: 'Rate limit exceeded.' }, 429, retryAfter),
  broken: json({ errorCode: 101, error: 'Unknown error. Operation may or may not have succeeded.' }, 500),
})
