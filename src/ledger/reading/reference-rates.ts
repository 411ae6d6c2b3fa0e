import type { Query, Unit } from '../../store/store.ts'
import { readingQuery } from './reading-query.ts'

/** What one unit of a currency or coin was worth in US dollars on a day. */
export interface ReferenceRate {
  /** `EUR`, or a coin that pays gas such as `ETH`. */
  readonly unit: string
  /** The UTC day of the rate, YYYY-MM-DD. */
  readonly day: string
  /** Dollars for one unit, as decimal text. */
  readonly usd: string
  /** Who published it. */
  readonly source: string
}

export interface RecordRatesInput {
  readonly rates: readonly ReferenceRate[]
  /** Whether a rate that is on record already is replaced: prices change during a day, published reference rates do not. */
  readonly replace: boolean
  readonly at: number
}

const insert = `INSERT INTO reference_rates (unit, day, usd, source, recorded_at)`

/** Records the rates of days, so that reports about the past need nobody's archive. */
export const recordRates: Unit<RecordRatesInput, void> = {
  name: 'record_rates',
  sqlite(transaction, { rates, replace, at }) {
    for (const { unit, day, usd, source } of rates)
      transaction.run(
        `${insert} VALUES (?, ?, ?, ?, ?) ON CONFLICT (unit, day) DO UPDATE SET usd = excluded.usd, source = excluded.source,
           recorded_at = excluded.recorded_at WHERE ? = 1`,
        unit,
        day,
        usd,
        source,
        BigInt(at),
        replace ? 1n : 0n,
      )
  },
  postgres: {
    text: `${insert} SELECT unit, day, usd, source, :at::int8
      FROM jsonb_to_recordset(:rates::jsonb) AS given (unit text, day text, usd text, source text) ORDER BY unit, day
      ON CONFLICT (unit, day) DO UPDATE SET usd = excluded.usd, source = excluded.source, recorded_at = excluded.recorded_at
      WHERE :replace::int8 = 1`,
    values: ({ rates, replace, at }) => ({ rates: JSON.stringify(rates), replace: replace ? 1n : 0n, at: BigInt(at) }),
    result: () => undefined,
  },
}

/** The rates on record for these days, both included, in the order of units and days. */
export const ratesOfDays: Query<{ readonly firstDay: string; readonly lastDay: string }, ReferenceRate[]> = readingQuery({
  name: 'rates_of_days',
  text: 'SELECT unit, day, usd, source FROM reference_rates WHERE day >= :first_day AND day <= :last_day ORDER BY unit, day',
  values: ({ firstDay, lastDay }) => ({ first_day: firstDay, last_day: lastDay }),
  result: (rows) =>
    rows.map((row) => ({
      unit: row['unit'] as string,
      day: row['day'] as string,
      usd: row['usd'] as string,
      source: row['source'] as string,
    })),
})
