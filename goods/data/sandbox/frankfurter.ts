import type { RatesOn } from './data-world.ts'
import { utcDay } from '../../../src/goods/kit/time.ts'
import { lastFixDay } from './reference-rates.ts'
import { json, retryAfter } from '../../../src/goods/kit/stand-ins.ts'
import type { FailingStandIn as StandIn } from '../../../src/goods/kit/stand-ins.ts'

/** The rates for 1 EUR as numbers. */
export function rateNumbers(ratesOn: RatesOn, day: string): Record<string, number> {
  return Object.fromEntries(Object.entries(ratesOn(day)).map(([code, rate]) => [code, Number(rate)]))
}

/** https://frankfurter.dev/v1 */
export const frankfurter = (ratesOn: RatesOn): StandIn => ({
  answer({ url, now }) {
    const asked = url.pathname.slice(1)
    if (asked !== 'latest' && !/^\d{4}-\d\d-\d\d$/.test(asked)) return json({ message: 'not found' }, 404)
    if (asked !== 'latest' && asked < '1999-01-04') return json({ message: 'not found' }, 404)
    if (url.searchParams.get('base') !== 'EUR') return json({ message: 'bad currency pair' }, 422)
    const date = lastFixDay(now, asked === 'latest' || asked > utcDay(now) ? utcDay(now) : asked)
    return json({ amount: 1, base: 'EUR', date, rates: rateNumbers(ratesOn, date) })
  },
  rateLimited: json({ message: 'too many requests' }, 429, retryAfter),
  broken: json({ message: 'internal server error' }, 500),
})
