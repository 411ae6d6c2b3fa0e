import { utcDay } from '../../src/shared/clock.ts'
import { rateNumbers } from './frankfurter.ts'
import { lastFixDay } from './reference-rates.ts'
import { json, retryAfter } from './reply.ts'
import type { StandIn } from './reply.ts'

/** https://www.vatcomply.com/documentation */
export const vatcomply: StandIn = {
  answer({ url, now }) {
    if (url.pathname !== '/rates') return json({ detail: 'Not Found' }, 404)
    if (url.searchParams.get('base') !== 'EUR') return json({ detail: 'Base currency not supported.' }, 400)
    const asked = url.searchParams.get('date') ?? utcDay(now)
    const date = lastFixDay(now, asked > utcDay(now) ? utcDay(now) : asked)
    return json({ date, base: 'EUR', rates: { EUR: 1, ...rateNumbers(date) } })
  },
  rateLimited: json({ detail: 'Too many requests' }, 429, retryAfter),
  broken: json({ detail: 'Internal server error' }, 500),
}
