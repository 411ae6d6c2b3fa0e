import { frankfurtMoment, shiftDay, utcDay } from '../../../src/goods/kit/time.ts'
import { fixedAt } from '../fx/ecb.ts'
import type { EuroMarket, RatesOn } from './data-world.ts'
import { isTargetDay } from './target-days.ts'

/** The first day that has rates. */
const firstFixDay = '1999-01-04'

/** The latest day up to `day` with published rates. */
export function lastFixDay(now: number, day = utcDay(now)): string {
  let last = day
  while (!isTargetDay(last) || fixedAt(last) > now) last = shiftDay(last, -1)
  return last
}

/** The days with rates from one day to another, both included, newest first. */
export function fixDays(from: string, to: string, now: number): string[] {
  const first = from > firstFixDay ? from : firstFixDay
  const days: string[] = []
  for (let day = to > utcDay(now) ? utcDay(now) : to; day >= first; day = shiftDay(day, -1)) {
    if (isTargetDay(day) && fixedAt(day) <= now) days.push(day)
  }
  return days
}

/** Units for 1 EUR on a day: those of the market in the afternoon, when the ECB asks the central banks. */
export function ratesOfMarket({ ratesAt }: EuroMarket): RatesOn {
  return (day) => ratesAt(frankfurtMoment(day, 14, 10))
}
