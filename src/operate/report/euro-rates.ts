import type { ReferenceRate } from '../../ledger/reading/reference-rates.ts'
import { parseUnits } from '../../shared/money.ts'

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
}

/** The longest time without a fix of the ECB, at Easter and at Christmas, and a day to spare. */
export const maxRateAgeDays = 6
const rateDecimals = 10
const dayMs = 86_400_000

/** @param rates in the order of their days, from `maxRateAgeDays` before the first day of the report on */
export function euroRates(rates: readonly ReferenceRate[]): EuroRates {
  const euro = rates.filter(({ unit }) => unit === 'EUR')
  const known = new Map<string, { readonly rate: DayRate; readonly scaled: bigint } | null>()

  function find(day: string) {
    const last = euro.findLast((rate) => rate.day <= day)
    if (last === undefined || Date.parse(day) - Date.parse(last.day) > maxRateAgeDays * dayMs) return null
    return { rate: { usdPerEur: last.usd, day: last.day, source: last.source }, scaled: parseUnits(last.usd, rateDecimals) }
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
      const scale = 10n ** BigInt(rateDecimals)
      return (units * scale * 2n + found.scaled) / (found.scaled * 2n)
    },
  }
}
