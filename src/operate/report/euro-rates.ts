import type { ReferenceRate } from '../../ledger/reading/reference-rates.ts'
import type { DayPrice } from '../../ledger/reading/sales-figures.ts'
import { usd } from '../../shared/money.ts'

/** The rate that a day is converted with. */
export interface DayRate {
  /** US dollars for one euro, as its publisher wrote it. */
  readonly usdPerEur: string
  /** The day of the rate: the day itself, or the last one before it on which there was a rate. */
  readonly day: string
  readonly source: string
}

export interface EuroRates {
  /** Null where no rate is on record that is young enough. */
  rateOf(day: string): DayRate | null
  /** Millionths of a euro of base units on that day, to the nearest; null without a rate. One USDC counts as one dollar. */
  euro(day: string, units: bigint): bigint | null
  /** What the ledger converts with: the prices of these days, both included. */
  prices(firstDay: string, lastDay: string): DayPrice[]
}

/** The longest time without a fix of the ECB, at Easter and at Christmas, and a day to spare. */
export const maxRateAgeDays = 6
const dayMs = 86_400_000

/** @param rates in the order of their days, from `maxRateAgeDays` before the first day of the report on */
export function euroRates(rates: readonly ReferenceRate[]): EuroRates {
  const euro = rates.filter(({ unit }) => unit === 'EUR')
  const known = new Map<string, { readonly rate: DayRate; readonly scaled: bigint } | null>()

  function find(day: string) {
    const last = euro.findLast((rate) => rate.day <= day)
    if (last === undefined || Date.parse(day) - Date.parse(last.day) > maxRateAgeDays * dayMs) return null
    return { rate: { usdPerEur: last.usd, day: last.day, source: last.source }, scaled: usd(last.usd) }
  }

  function of(day: string) {
    const before = known.get(day)
    if (before !== undefined) return before
    const found = find(day)
    known.set(day, found)
    return found
  }

  return {
    rateOf: (day) => of(day)?.rate ?? null,
    euro(day, units) {
      const found = of(day)
      if (found === null) return null
      return (units * 2_000_000n + found.scaled) / (found.scaled * 2n)
    },
    prices(firstDay, lastDay) {
      const prices: DayPrice[] = []
      for (let at = Date.parse(firstDay); at <= Date.parse(lastDay); at += dayMs) {
        const day = new Date(at).toISOString().slice(0, 10)
        const found = of(day)
        if (found !== null) prices.push({ day, usdMillionths: found.scaled })
      }
      return prices
    },
  }
}
