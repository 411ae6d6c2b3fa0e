import type { Query, Row, SqliteTransaction, Unit } from '../../store/store.ts'

export interface QuotaInput {
  readonly day: string
  /** Client address key. */
  readonly pool: string
  readonly limit: number
}

/** Takes one unit of the pool's day, if there is one left. */
export const takeQuota: Unit<QuotaInput, { taken: boolean; remaining: number }> = {
  name: 'take_quota',
  sqlite(transaction, input) {
    const left = remaining(transaction, input)
    if (left === 0) return { taken: false, remaining: 0 }
    transaction.run(
      'INSERT INTO quotas (day, pool, used) VALUES (?, ?, 1) ON CONFLICT (day, pool) DO UPDATE SET used = used + 1',
      input.day,
      input.pool,
    )
    return { taken: true, remaining: left - 1 }
  },
  postgres: {
    text: `INSERT INTO quotas (day, pool, used) SELECT :day, :pool, 1 WHERE :limit::int8 > 0
        ON CONFLICT (day, pool) DO UPDATE SET used = quotas.used + 1 WHERE quotas.used < :limit::int8 RETURNING used`,
    values: valuesOf,
    result: ([row], { limit }) => (row ? { taken: true, remaining: limit - Number(row['used']) } : { taken: false, remaining: 0 }),
    orderKey: dayOfPool,
    brief: true,
  },
}

/** Gives one unit back; the number used never goes below zero. */
export const returnQuota: Unit<QuotaInput, { remaining: number }> = {
  name: 'return_quota',
  sqlite(transaction, input) {
    transaction.run('UPDATE quotas SET used = used - 1 WHERE day = ? AND pool = ? AND used > 0', input.day, input.pool)
    return { remaining: remaining(transaction, input) }
  },
  postgres: {
    text: 'UPDATE quotas SET used = used - 1 WHERE day = :day AND pool = :pool AND used > 0 RETURNING used',
    values: ({ day, pool }) => ({ day, pool }),
    // No row where none was used: then there is nothing to give back.
    result: (rows, input) => ({ remaining: remainingOf(rows[0], input) }),
    orderKey: dayOfPool,
    brief: true,
  },
}

export const quotaLeft: Query<QuotaInput, number> = {
  name: 'quota_left',
  sqlite: remaining,
  postgres: {
    text: 'SELECT used FROM quotas WHERE day = :day AND pool = :pool',
    values: ({ day, pool }) => ({ day, pool }),
    result: (rows, input) => remainingOf(rows[0], input),
    brief: true,
  },
}

/** IPv6 pools (`.../64`) that took a unit on that day. */
export const ipv6Pools: Query<{ readonly day: string }, string[]> = {
  name: 'ipv6_pools',
  sqlite: (transaction, { day }) =>
    transaction
      .all(`SELECT pool FROM quotas WHERE day = ? AND used > 0 AND pool LIKE '%/64' ORDER BY pool`, day)
      .map((row) => row['pool'] as string),
  postgres: {
    text: `SELECT pool FROM quotas WHERE day = :day AND used > 0 AND pool LIKE '%/64' ORDER BY pool`,
    values: ({ day }) => ({ day }),
    result: (rows) => rows.map((row) => row['pool'] as string),
  },
}

function remaining(transaction: SqliteTransaction, input: QuotaInput): number {
  return remainingOf(transaction.get('SELECT used FROM quotas WHERE day = ? AND pool = ?', input.day, input.pool), input)
}

function remainingOf(row: Row | undefined, { limit }: QuotaInput): number {
  return Math.max(0, limit - Number(row?.['used'] ?? 0n))
}

function valuesOf({ day, pool, limit }: QuotaInput) {
  return { day, pool, limit: BigInt(limit) }
}

function dayOfPool({ day, pool }: QuotaInput): string {
  return `${day} ${pool}`
}
