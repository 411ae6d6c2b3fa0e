import { utcDay } from '../shared/clock.ts'
import type { Query, Unit } from '../store/store.ts'

export interface ExpireInput {
  readonly now: number
  readonly limit: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Drops answers that are past their time; gives their number, and the files that nobody names any more. What is still to be
 * settled keeps its answer however long that takes: nobody pays for an answer that is gone.
 */
export const expireAnswers: Unit<ExpireInput, { gone: number; files: string[] }> = {
  name: 'expire_answers',
  sqlite(transaction, { now, limit }) {
    const rows = transaction.all(
      `DELETE FROM answers WHERE payment_id IN (
         SELECT payment_id FROM answers WHERE expires_at <= ?
           AND NOT EXISTS (SELECT 1 FROM payments WHERE id = payment_id AND state IN ('served', 'settling'))
         ORDER BY expires_at LIMIT ?
       ) RETURNING file`,
      BigInt(now),
      BigInt(limit),
    )
    return { gone: rows.length, files: rows.map((row) => row['file'] as string | null).filter((file) => file !== null) }
  },
}

/** Drops counters of past days and hours, keys and bars that have run out, and slots closed a week ago; gives how many rows went. */
export const expireCounters: Unit<ExpireInput, number> = {
  name: 'expire_counters',
  sqlite(transaction, { now, limit }) {
    const yesterday = utcDay(now - dayMs)
    const lastHours = new Date(now - 2 * hourMs).toISOString().slice(0, 13)
    const weekAgo = utcDay(now - 7 * dayMs)
    const max = BigInt(limit)
    const slots = transaction.all(
      `DELETE FROM slots WHERE (network, signer, nonce) IN (
         SELECT network, signer, nonce FROM slots s WHERE closed_day < ?
           AND nonce < (SELECT max(nonce) FROM slots h WHERE h.network = s.network AND h.signer = s.signer) LIMIT ?
       ) RETURNING network, signer, nonce`,
      weekAgo,
      max,
    )
    for (const { network, signer, nonce } of slots) {
      transaction.run('DELETE FROM transactions WHERE network = ? AND signer = ? AND nonce = ?', network!, signer!, nonce!)
      transaction.run('DELETE FROM slot_payments WHERE network = ? AND signer = ? AND nonce = ?', network!, signer!, nonce!)
    }
    const counts = [
      transaction.run('DELETE FROM quotas WHERE (day, pool) IN (SELECT day, pool FROM quotas WHERE day < ? LIMIT ?)', yesterday, max),
      transaction.run(
        'DELETE FROM free_calls WHERE (day, client) IN (SELECT day, client FROM free_calls WHERE day < ? LIMIT ?)',
        yesterday,
        max,
      ),
      transaction.run(
        'DELETE FROM uncharged_runs WHERE (hour, subject) IN (SELECT hour, subject FROM uncharged_runs WHERE hour < ? LIMIT ?)',
        lastHours,
        max,
      ),
      transaction.run(
        'DELETE FROM payment_keys WHERE key IN (SELECT key FROM payment_keys WHERE expires_at <= ? LIMIT ?)',
        BigInt(now),
        max,
      ),
      transaction.run('DELETE FROM barred WHERE payer IN (SELECT payer FROM barred WHERE until <= ? LIMIT ?)', BigInt(now), max),
    ]
    return counts.reduce((sum, { changes }) => sum + changes, slots.length)
  },
}

/** Which of these answer files no row names. */
export const unnamedFiles: Query<readonly string[], string[]> = {
  name: 'unnamed_files',
  sqlite: (transaction, files) => files.filter((file) => !transaction.get('SELECT 1 AS one FROM answers WHERE file = ?', file)),
}
