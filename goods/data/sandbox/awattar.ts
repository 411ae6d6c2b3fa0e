import { frankfurtDay } from '../../../src/goods/kit/time.ts'
import { isOut, priceAt } from './day-ahead.ts'
import { json, retryAfter } from '../../../src/goods/kit/stand-ins.ts'
import type { FailingStandIn as StandIn } from '../../../src/goods/kit/stand-ins.ts'

const hourMs = 3_600_000

/** Hourly prices only: the mean of the quarter hours. */
function awattar(zone: string): StandIn {
  return {
    answer({ url, now }) {
      if (url.pathname !== '/v1/marketdata') return json({ error: 'not found' }, 404)
      const start = Number(url.searchParams.get('start') ?? now)
      const end = Math.min(Number(url.searchParams.get('end') ?? start + 24 * hourMs), start + 100 * hourMs)
      const data = []
      for (let at = Math.ceil(start / hourMs) * hourMs; at < end && isOut(frankfurtDay(at), now); at += hourMs) {
        const quarters = [0, 1, 2, 3].map((quarter) => priceAt(zone, at + quarter * 900_000))
        const mean = quarters.reduce((sum, price) => sum + price, 0) / 4
        data.push({
          start_timestamp: at,
          end_timestamp: at + hourMs,
          marketprice: Math.round(mean * 100) / 100,
          unit: 'Eur/MWh',
        })
      }
      return json({ object: 'list', data, url: '/de/v1/marketdata' })
    },
    rateLimited: { status: 429, contentType: 'text/plain', body: 'Too Many Requests', headers: retryAfter },
    broken: { status: 502, contentType: 'text/html', body: '<html><body>Bad gateway</body></html>' },
  }
}

/** https://www.awattar.de/services/api */
export const awattarDe = awattar('DE-LU')
/** https://www.awattar.at/services/api */
export const awattarAt = awattar('AT')
