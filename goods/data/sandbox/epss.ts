import { utcDay } from '../../../src/goods/kit/time.ts'
import { json, retryAfter } from '../../../src/goods/kit/stand-ins.ts'
import type { FailingStandIn as StandIn } from '../../../src/goods/kit/stand-ins.ts'
import { vulnerability } from './vulnerabilities.ts'

/** https://www.first.org/epss/api */
export const epss: StandIn = {
  answer({ url, now }) {
    if (url.pathname !== '/data/v1/epss') return json({ status: 'error', 'status-code': 404, message: 'Not found' }, 404)
    const ids = (url.searchParams.get('cve') ?? '').split(',')
    const data = ids.flatMap((cve) => {
      const [probability, percentile] = vulnerability(cve)?.epss ?? []
      return probability === undefined ? [] : [{ cve, epss: probability, percentile, date: utcDay(now) }]
    })
    return json({
      status: 'OK',
      'status-code': 200,
      version: '1.0',
      access: 'public',
      total: data.length,
      offset: 0,
      limit: 100,
      data,
    })
  },
  rateLimited: json({ status: 'error', 'status-code': 429, message: 'Too many requests' }, 429, retryAfter),
  broken: json({ status: 'error', 'status-code': 500, message: 'Internal server error' }, 500),
}
