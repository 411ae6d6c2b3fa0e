import type { Row, Unit } from '../../../../src/goods/kit/store.ts'

/** A company in the register of one source. */
export interface WatchedNumber {
  /** Id of the source. */
  readonly source: string
  readonly registerNumber: string
}

export interface WatchInput extends WatchedNumber {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** Milliseconds since the epoch, like all times here. */
  readonly now: number
  readonly nextRefreshAt: number
  /** With so many watches there are no new ones. Calls at the same moment may pass it by a few. */
  readonly maxWatches: number
}

/** Watches a company that a caller asked for, or notes that it was asked for again. False where there is no room for it. */
export const watchCompany: Unit<WatchInput, boolean> = {
  name: 'watch_company',
  sqlite(transaction, { source, registerNumber, country, now, nextRefreshAt, maxWatches }) {
    const asked = BigInt(now)
    const known = transaction.run(
      'UPDATE company_watches SET last_asked_at = max(last_asked_at, ?) WHERE source = ? AND register_number = ?',
      asked,
      source,
      registerNumber,
    )
    if (known.changes > 0) return true
    const { watches } = transaction.get('SELECT count(*) AS watches FROM company_watches') as { watches: bigint } & Row
    if (watches >= BigInt(maxWatches)) return false
    transaction.run(
      `INSERT INTO company_watches (source, register_number, country, first_asked_at, last_asked_at, next_refresh_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
      source,
      registerNumber,
      country,
      asked,
      asked,
      BigInt(nextRefreshAt),
    )
    return true
  },
  postgres: {
    text: `WITH known AS (
        UPDATE company_watches SET last_asked_at = greatest(last_asked_at, :now::int8)
        WHERE source = :source AND register_number = :register_number RETURNING 1
      ), added AS (
        INSERT INTO company_watches (source, register_number, country, first_asked_at, last_asked_at, next_refresh_at)
        SELECT :source, :register_number, :country, :now::int8, :now::int8, :next_refresh_at::int8
        WHERE NOT EXISTS (SELECT 1 FROM known) AND (SELECT count(*) FROM company_watches) < :max_watches::int8
        ON CONFLICT (source, register_number) DO UPDATE SET last_asked_at = greatest(company_watches.last_asked_at, excluded.last_asked_at)
        RETURNING 1
      )
      SELECT 1 FROM known UNION ALL SELECT 1 FROM added`,
    values: ({ source, registerNumber, country, now, nextRefreshAt, maxWatches }) => ({
      source,
      register_number: registerNumber,
      country,
      now: BigInt(now),
      next_refresh_at: BigInt(nextRefreshAt),
      max_watches: BigInt(maxWatches),
    }),
    result: (rows) => rows.length > 0,
    orderKey: ({ source, registerNumber }) => `${source} ${registerNumber}`,
  },
}
