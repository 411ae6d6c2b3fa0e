import { utcDay } from '../../src/shared/clock.ts'
import { fixedAt } from '../../src/sources/adapters/statistics/ecb.ts'
import { shiftDay } from '../../src/sources/formats/frankfurt-time.ts'
import { usdPerEur } from './figures.ts'
import { isTargetDay } from './target-days.ts'

const present: Readonly<Record<string, string>> = {
  USD: usdPerEur.toFixed(4),
  JPY: '172.41',
  CZK: '24.312',
  DKK: '7.4671',
  GBP: '0.87010',
  HUF: '388.15',
  PLN: '4.2415',
  RON: '5.0871',
  SEK: '10.9735',
  CHF: '0.93120',
  ISK: '143.20',
  NOK: '11.6810',
  TRY: '47.9052',
  AUD: '1.7102',
  BRL: '6.0911',
  CAD: '1.5643',
  CNY: '7.9921',
  HKD: '8.7331',
  IDR: '18650.22',
  ILS: '3.7120',
  INR: '99.8120',
  KRW: '1601.44',
  MXN: '20.6120',
  MYR: '4.7215',
  NZD: '1.9310',
  PHP: '65.2110',
  SGD: '1.4475',
  THB: '36.4120',
  ZAR: '19.4510',
}

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

/** Units for 1 EUR on a day: round figures on the latest one, up to 2 % more or less on earlier ones. */
export function ratesOn(day: string, now: number): Readonly<Record<string, string>> {
  if (day === lastFixDay(now)) return present
  const days = Date.parse(day) / 86_400_000
  return Object.fromEntries(
    Object.entries(present).map(([code, rate], index) => {
      const places = rate.length - rate.indexOf('.') - 1
      return [code, (Number(rate) * (1 + 0.02 * Math.sin(days / 29 + index))).toFixed(places)]
    }),
  )
}
