import { frankfurtDay } from '../../../src/goods/kit/time.ts'
import { isOut, priceAt } from './day-ahead.ts'
import { json, retryAfter } from '../../../src/goods/kit/stand-ins.ts'
import type { FailingStandIn as StandIn } from '../../../src/goods/kit/stand-ins.ts'

const quarterMs = 900_000

/** https://dashboard.elering.ee/assets/api-doc.html */
export const elering: StandIn = {
  answer({ url, now }) {
    if (url.pathname !== '/api/nps/price') return json({ success: false, error: 'Not Found' }, 404)
    const [start, end] = ['start', 'end'].map((name) => Date.parse(url.searchParams.get(name) ?? ''))
    if (!start || !end || end - start > 400 * 86_400_000) return json({ success: false, data: null })
    const rows = (zone: string) => {
      const points = []
      for (let at = Math.ceil(start / quarterMs) * quarterMs; at <= end && isOut(frankfurtDay(at), now); at += quarterMs) {
        points.push({ timestamp: at / 1000, price: priceAt(zone, at) })
      }
      return points
    }
    return json({ success: true, data: { ee: rows('EE'), fi: rows('FI'), lv: rows('LV'), lt: rows('LT') } })
  },
  rateLimited: json({ success: false, error: 'Too many requests' }, 429, retryAfter),
  broken: json({ success: false, data: null }),
}
