import type { Query, Row } from '../../../../src/goods/kit/store.ts'
import type { WatchedNumber } from './watch-company.ts'

/** A state of a record, from when it was first seen until it was last seen. */
export interface Snapshot {
  /** From 1. */
  readonly version: number
  /** Milliseconds since the epoch. */
  readonly firstSeenAt: number
  readonly lastSeenAt: number
  readonly url: string
  /** JSON of a RegisterRecord. */
  readonly record: string
}

export interface HistoryInput extends WatchedNumber {
  readonly limit: number
}

/** The newest snapshots of a company, the newest first. */
export const snapshotHistory: Query<HistoryInput, Snapshot[]> = {
  name: 'company_snapshot_history',
  sqlite: (transaction, { source, registerNumber, limit }) =>
    transaction
      .all(
        `SELECT version, first_seen_at, last_seen_at, url, record FROM company_snapshots
         WHERE source = ? AND register_number = ? ORDER BY version DESC LIMIT ?`,
        source,
        registerNumber,
        BigInt(limit),
      )
      .map(snapshotOf),
  postgres: {
    text: `SELECT version, first_seen_at, last_seen_at, url, record FROM company_snapshots
      WHERE source = :source AND register_number = :register_number ORDER BY version DESC LIMIT :limit::int8`,
    values: ({ source, registerNumber, limit }) => ({ source, register_number: registerNumber, limit: BigInt(limit) }),
    result: (rows) => rows.map(snapshotOf),
  },
}

function snapshotOf(row: Row): Snapshot {
  return {
    version: Number(row['version']),
    firstSeenAt: Number(row['first_seen_at']),
    lastSeenAt: Number(row['last_seen_at']),
    url: row['url'] as string,
    record: row['record'] as string,
  }
}
