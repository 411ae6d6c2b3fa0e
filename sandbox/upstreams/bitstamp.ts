import { coinOn, dayAgo, priceText, usdcEurBooks, usdcEurLevels } from './figures.ts'
import { json, retryAfter } from './reply.ts'
import type { StandIn } from './reply.ts'

/** https://www.bitstamp.net/api/ */
export const bitstamp: StandIn = {
  answer({ url, now }) {
    if (url.pathname === '/api/v2/order_book/usdceur/')
      return json({ timestamp: String(Math.floor(now / 1000)), microtimestamp: String(now * 1000), ...usdcEurLevels('bitstamp') })
    const [, market = ''] = /^\/api\/v2\/ticker\/([a-z0-9]+)\/$/.exec(url.pathname) ?? []
    const coin = coinOn('bitstamp', market)
    const book =
      market === 'usdceur' ? usdcEurBooks.bitstamp : coin && { bid: priceText(coin.price * 0.9998), ask: priceText(coin.price * 1.0002) }
    if (!book) return json({ response_code: '404.002', message: 'Currency pair not found' }, 404)
    const last = coin ? priceText(coin.price) : book.bid
    return json({
      timestamp: String(Math.floor(now / 1000)),
      open: coin ? priceText(dayAgo(coin)) : last,
      high: last,
      low: last,
      last,
      volume: '350123.55',
      vwap: last,
      ...book,
      side: '0',
      open_24: coin ? priceText(dayAgo(coin)) : last,
      percent_change_24: coin ? coin.change.toFixed(2) : '0.00',
    })
  },
  rateLimited: json({ code: '400.002', message: 'Request rate limit exceeded.' }, 429, retryAfter),
  broken: json({ message: 'Internal server error' }, 500),
}
