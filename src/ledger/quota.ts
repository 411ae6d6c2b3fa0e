import type { Query, SqliteTransaction, Unit } from '../store/store.ts'

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
}

/** Gives one unit back; never below none used. */
export const returnQuota: Unit<QuotaInput, { remaining: number }> = {
  name: 'return_quota',
  sqlite(transaction, input) {
    transaction.run('UPDATE quotas SET used = used - 1 WHERE day = ? AND pool = ? AND used > 0', input.day, input.pool)
    return { remaining: remaining(transaction, input) }
  },
}

export const quotaLeft: Query<QuotaInput, number> = { name: 'quota_left', sqlite: remaining }

/** IPv6 pools (`.../64`) that took a unit on that day. */
export const ipv6Pools: Query<{ readonly day: string }, string[]> = {
  name: 'ipv6_pools',
  sqlite: (transaction, { day }) =>
    transaction
      .all(`SELECT pool FROM quotas WHERE day = ? AND used > 0 AND pool LIKE '%/64' ORDER BY pool`, day)
      .map((row) => row['pool'] as string),
}

function remaining(transaction: SqliteTransaction, { day, pool, limit }: QuotaInput): number {
  const used = Number(transaction.get('SELECT used FROM quotas WHERE day = ? AND pool = ?', day, pool)?.['used'] ?? 0n)
  return Math.max(0, limit - used)
}
