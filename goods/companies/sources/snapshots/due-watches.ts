import type { Query, Row, Unit } from '../../../../src/goods/kit/store.ts'
import type { WatchedNumber } from './watch-company.ts'

export interface DueInput {
  /** Id of the source. */
  readonly source: string
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly limit: number
}

/** Register numbers whose record is to be asked for again, the longest due first. */
export const dueWatches: Query<DueInput, string[]> = {
  name: 'due_company_watches',
  sqlite: (transaction, { source, now, limit }) =>
    transaction
      .all(
        'SELECT register_number FROM company_watches WHERE source = ? AND next_refresh_at <= ? ORDER BY next_refresh_at LIMIT ?',
        source,
        BigInt(now),
        BigInt(limit),
      )
      .map(numberOf),
  postgres: {
    text: `SELECT register_number FROM company_watches
      WHERE source = :source AND next_refresh_at <= :now::int8 ORDER BY next_refresh_at LIMIT :limit::int8`,
    values: ({ source, now, limit }) => ({ source, now: BigInt(now), limit: BigInt(limit) }),
    result: (rows) => rows.map(numberOf),
  },
}

function numberOf(row: Row): string {
  return row['register_number'] as string
}

export interface PostponeInput extends WatchedNumber {
  readonly nextRefreshAt: number
}

/** Asks for a record later, so that one that can't be read does not hold up the others. */
export const postponeRefresh: Unit<PostponeInput, void> = {
  name: 'postpone_company_refresh',
  sqlite(transaction, { source, registerNumber, nextRefreshAt }) {
    transaction.run(
      'UPDATE company_watches SET next_refresh_at = max(next_refresh_at, ?) WHERE source = ? AND register_number = ?',
      BigInt(nextRefreshAt),
      source,
      registerNumber,
    )
  },
  postgres: {
    text: `UPDATE company_watches SET next_refresh_at = greatest(next_refresh_at, :next_refresh_at::int8)
      WHERE source = :source AND register_number = :register_number`,
    values: ({ source, registerNumber, nextRefreshAt }) => ({
      source,
      register_number: registerNumber,
      next_refresh_at: BigInt(nextRefreshAt),
    }),
    result: () => undefined,
    orderKey: ({ source, registerNumber }) => `${source} ${registerNumber}`,
  },
}
