import type { SandboxMarket } from './market-world.ts'
import { json, retryAfter } from '../../../src/goods/kit/stand-ins.ts'
import type { FailingStandIn as StandIn } from '../../../src/goods/kit/stand-ins.ts'

/** https://api-docs.defillama.com/ : unknown coins are left out of the answer. */
export const defillamaCoins = (world: SandboxMarket): StandIn => ({
  answer({ url, now }) {
    const [, list] = /^\/prices\/current\/([^/]+)$/.exec(url.pathname) ?? []
    if (list === undefined) return { status: 404, contentType: 'text/plain', body: 'Not Found' }
    const coins = list.split(',').flatMap((name) => {
      const coin = name.startsWith('coingecko:') ? world.coins.get(name.slice('coingecko:'.length)) : undefined
      const timestamp = Math.floor(now / 1000) - 30
      return coin
        ? [
            [
              name,
              { price: Number(world.priceOn(world.marketOf(coin, 'defillama'), now)), symbol: coin.ticker, timestamp, confidence: 0.99 },
            ],
          ]
        : []
    })
    return json({ coins: Object.fromEntries(coins) as unknown })
  },
  rateLimited: { status: 429, contentType: 'text/plain', body: 'Too Many Requests', headers: retryAfter },
  broken: { status: 502, contentType: 'text/html', body: '<html><head><title>502 Bad Gateway</title></head></html>' },
})
