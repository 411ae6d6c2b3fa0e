import { lostRace, type Row, type SqliteTransaction, type Unit } from '../../../../src/goods/kit/store.ts'
import type { WatchedNumber } from './watch-company.ts'

export interface SnapshotInput extends WatchedNumber {
  /** When the source showed this record, in milliseconds since the epoch. */
  readonly seenAt: number
  readonly nextRefreshAt: number
  /** Where the source shows it. */
  readonly url: string
  /** One text for one record. */
  readonly record: string
}

/**
 * What became of a record: the first or a changed one is `added`, one that was there before is `seen`. `old`: a later one is kept, since
 * another process has asked the source since. `not_watched`: nothing was written.
 */
export type KeptSnapshot = 'added' | 'seen' | 'old' | 'not_watched'

/** Keeps what a source shows of a watched company: a row only where its record changed. */
export const keepSnapshot: Unit<SnapshotInput, KeptSnapshot> = {
  name: 'keep_company_snapshot',
  sqlite(transaction, input) {
    const { source, registerNumber, seenAt, nextRefreshAt } = input
    const watched = transaction.run(
      'UPDATE company_watches SET next_refresh_at = max(next_refresh_at, ?) WHERE source = ? AND register_number = ?',
      BigInt(nextRefreshAt),
      source,
      registerNumber,
    )
    if (watched.changes === 0) return 'not_watched'
    const latest = transaction.get(
      'SELECT version, last_seen_at, record FROM company_snapshots WHERE source = ? AND register_number = ? ORDER BY version DESC LIMIT 1',
      source,
      registerNumber,
    )
    if (latest && (latest['last_seen_at'] as bigint) >= BigInt(seenAt)) return latest['record'] === input.record ? 'seen' : 'old'
    if (latest?.['record'] === input.record) {
      transaction.run(
        'UPDATE company_snapshots SET last_seen_at = ? WHERE source = ? AND register_number = ? AND version = ?',
        BigInt(seenAt),
        source,
        registerNumber,
        latest['version'] as bigint,
      )
      return 'seen'
    }
    add(transaction, input, latest)
    return 'added'
  },
  postgres: {
    text: `WITH watched AS (
        UPDATE company_watches SET next_refresh_at = greatest(next_refresh_at, :next_refresh_at::int8)
        WHERE source = :source AND register_number = :register_number RETURNING 1
      ), latest AS (
        SELECT version, last_seen_at, record FROM company_snapshots
        WHERE source = :source AND register_number = :register_number ORDER BY version DESC LIMIT 1
      ), seen AS (
        UPDATE company_snapshots s SET last_seen_at = greatest(s.last_seen_at, :seen_at::int8) FROM latest l, watched
        WHERE s.source = :source AND s.register_number = :register_number AND s.version = l.version AND l.record = :record RETURNING 1
      ), added AS (
        INSERT INTO company_snapshots (source, register_number, version, first_seen_at, last_seen_at, url, record)
        SELECT :source, :register_number, coalesce(l.version, 0) + 1, :seen_at::int8, :seen_at::int8, :url, :record
        FROM watched LEFT JOIN latest l ON true
        WHERE l.version IS NULL OR (l.record <> :record AND l.last_seen_at < :seen_at::int8)
        ON CONFLICT DO NOTHING RETURNING 1
      )
      SELECT (SELECT count(*) FROM watched) AS watched, (SELECT count(*) FROM seen) AS seen, (SELECT count(*) FROM added) AS added,
        (SELECT count(*) FROM latest WHERE record <> :record AND last_seen_at >= :seen_at::int8) AS later`,
    values: ({ source, registerNumber, seenAt, nextRefreshAt, url, record }) => ({
      source,
      register_number: registerNumber,
      seen_at: BigInt(seenAt),
      next_refresh_at: BigInt(nextRefreshAt),
      url,
      record,
    }),
    result([row]) {
      if (row?.['watched'] === 0n) return 'not_watched'
      if (row?.['added'] === 1n) return 'added'
      if (row?.['seen'] === 1n) return 'seen'
      // Another process has added a version since this statement began.
      return row?.['later'] === 1n ? 'old' : lostRace
    },
    orderKey: ({ source, registerNumber }) => `${source} ${registerNumber}`,
  },
}

function add(transaction: SqliteTransaction, { source, registerNumber, seenAt, url, record }: SnapshotInput, latest?: Row): void {
  transaction.run(
    `INSERT INTO company_snapshots (source, register_number, version, first_seen_at, last_seen_at, url, record)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    source,
    registerNumber,
    ((latest?.['version'] as bigint | undefined) ?? 0n) + 1n,
    BigInt(seenAt),
    BigInt(seenAt),
    url,
    record,
  )
}
