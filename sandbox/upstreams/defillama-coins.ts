import { coins as sandboxCoins } from '../market/coins.ts'
import { marketOf, priceOn } from '../market/venues.ts'
import { json, retryAfter } from './reply.ts'
import type { StandIn } from './reply.ts'

/** https://api-docs.defillama.com/ : unknown coins are left out of the answer. */
export const defillamaCoins: StandIn = {
  answer({ url, now }) {
    const [, list] = /^\/prices\/current\/([^/]+)$/.exec(url.pathname) ?? []
    if (list === undefined) return { status: 404, contentType: 'text/plain', body: 'Not Found' }
    const coins = list.split(',').flatMap((name) => {
      const coin = name.startsWith('coingecko:') ? sandboxCoins.get(name.slice('coingecko:'.length)) : undefined
      const timestamp = Math.floor(now / 1000) - 30
      return coin
        ? [[name, { price: Number(priceOn(marketOf(coin, 'defillama'), now)), symbol: coin.ticker, timestamp, confidence: 0.99 }]]
        : []
    })
    return json({ coins: Object.fromEntries(coins) as unknown })
  },
  rateLimited: { status: 429, contentType: 'text/plain', body: 'Too Many Requests', headers: retryAfter },
  broken: { status: 502, contentType: 'text/html', body: '<html><head><title>502 Bad Gateway</title></head></html>' },
}
