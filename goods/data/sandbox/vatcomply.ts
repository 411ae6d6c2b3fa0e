import type { RatesOn } from './data-world.ts'
import { utcDay } from '../../../src/goods/kit/time.ts'
import { rateNumbers } from './frankfurter.ts'
import { lastFixDay } from './reference-rates.ts'
import { json, retryAfter } from '../../../src/goods/kit/stand-ins.ts'
import type { FailingStandIn as StandIn } from '../../../src/goods/kit/stand-ins.ts'

/** https://www.vatcomply.com/documentation */
export const vatcomply = (ratesOn: RatesOn): StandIn => ({
  answer({ url, now }) {
    if (url.pathname !== '/rates') return json({ detail: 'Not Found' }, 404)
    if (url.searchParams.get('base') !== 'EUR') return json({ detail: 'Base currency not supported.' }, 400)
    const asked = url.searchParams.get('date') ?? utcDay(now)
    const date = lastFixDay(now, asked > utcDay(now) ? utcDay(now) : asked)
    return json({ date, base: 'EUR', rates: { EUR: 1, ...rateNumbers(ratesOn, date) } })
  },
  rateLimited: json({ detail: 'Too many requests' }, 429, retryAfter),
  broken: json({ detail: 'Internal server error' }, 500),
})
