import type { Unit } from '../../../../src/goods/kit/store.ts'

export interface DropInput {
  /** Watches that were last asked for before this time go, with all their snapshots. Milliseconds since the epoch. */
  readonly askedBefore: number
  /** Snapshots that were last seen before this time go. */
  readonly seenBefore: number
  /** The most watches, and the most snapshots by age, of one run. */
  readonly limit: number
}

/** Drops what no caller asked for any longer, and what is too old. Returns the number of watches and old snapshots that went. */
export const dropForgotten: Unit<DropInput, number> = {
  name: 'drop_forgotten_companies',
  sqlite(transaction, { askedBefore, seenBefore, limit }) {
    const forgotten = transaction.all(
      'SELECT source, register_number FROM company_watches WHERE last_asked_at < ? ORDER BY last_asked_at LIMIT ?',
      BigInt(askedBefore),
      BigInt(limit),
    )
    for (const { source = null, register_number: number = null } of forgotten) {
      transaction.run('DELETE FROM company_snapshots WHERE source = ? AND register_number = ?', source, number)
      transaction.run('DELETE FROM company_watches WHERE source = ? AND register_number = ?', source, number)
    }
    const old = transaction.run(
      `DELETE FROM company_snapshots WHERE (source, register_number, version) IN
       (SELECT source, register_number, version FROM company_snapshots WHERE last_seen_at < ? ORDER BY last_seen_at LIMIT ?)`,
      BigInt(seenBefore),
      BigInt(limit),
    )
    return forgotten.length + old.changes
  },
  postgres: {
    text: `WITH forgotten AS (
        DELETE FROM company_watches WHERE (source, register_number) IN
          (SELECT source, register_number FROM company_watches WHERE last_asked_at < :asked_before::int8 ORDER BY last_asked_at LIMIT :limit::int8)
          -- It may have been asked for since this statement began.
          AND last_asked_at < :asked_before::int8
        RETURNING source, register_number
      ), theirs AS (
        DELETE FROM company_snapshots s USING forgotten f WHERE s.source = f.source AND s.register_number = f.register_number
      ), old AS (
        DELETE FROM company_snapshots WHERE (source, register_number, version) IN
          (SELECT s.source, s.register_number, s.version FROM company_snapshots s WHERE s.last_seen_at < :seen_before::int8
            AND NOT EXISTS (SELECT 1 FROM forgotten f WHERE f.source = s.source AND f.register_number = s.register_number)
            ORDER BY s.last_seen_at LIMIT :limit::int8)
        RETURNING 1
      )
      SELECT (SELECT count(*) FROM forgotten) + (SELECT count(*) FROM old) AS dropped`,
    values: ({ askedBefore, seenBefore, limit }) => ({
      asked_before: BigInt(askedBefore),
      seen_before: BigInt(seenBefore),
      limit: BigInt(limit),
    }),
    result: ([row]) => Number(row?.['dropped'] ?? 0n),
  },
}
