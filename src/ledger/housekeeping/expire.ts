import { utcDay, utcHour } from '../../shared/clock.ts'
import type { Query, Row, Unit } from '../../store/store.ts'
import { isInstanceLease } from '../leases/ended-instances.ts'

export interface ExpireInput {
  readonly now: number
  readonly limit: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** What an ended instance had is leased no longer than this, so after it the instance's own lease is not needed. */
const endedInstanceMs = hourMs

/**
 * Drops answers that are past their time; gives their number, and the files that no row names now. A payment that is still to be
 * settled keeps its answer however long that takes, since an answer that is gone can't be paid for.
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
    return goneOf(rows)
  },
  postgres: {
    // The time is checked twice, since a settlement that appears late extends it, and only the newest row says so.
    text: `DELETE FROM answers WHERE expires_at <= :now AND payment_id IN (
          SELECT a.payment_id FROM answers a WHERE a.expires_at <= :now
            AND coalesce((SELECT p.state FROM payments p WHERE p.id = a.payment_id), '') NOT IN ('served', 'settling')
          ORDER BY a.expires_at LIMIT :limit
        ) RETURNING file`,
    values: ({ now, limit }) => ({ now: BigInt(now), limit: BigInt(limit) }),
    result: goneOf,
  },
}

function goneOf(rows: readonly Row[]): { gone: number; files: string[] } {
  return { gone: rows.length, files: rows.map((row) => row['file'] as string | null).filter((file) => file !== null) }
}

/**
 * Drops counters of past days and hours (losses of a whole day stay), keys and bars that have run out, leases of instances that ended long ago, and slots
 * closed a week ago; gives how many rows were dropped.
 */
export const expireCounters: Unit<ExpireInput, number> = {
  name: 'expire_counters',
  sqlite(transaction, { now, limit }) {
    const { yesterday, lastHours, weekAgo } = ends(now)
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
      transaction.run(
        `DELETE FROM early_losses WHERE (day, subject) IN (
           SELECT day, subject FROM early_losses WHERE day < ? AND subject <> 'all' LIMIT ?)`,
        yesterday,
        max,
      ),
      transaction.run('DELETE FROM barred WHERE payer IN (SELECT payer FROM barred WHERE until <= ? LIMIT ?)', BigInt(now), max),
      transaction.run(
        `DELETE FROM leases WHERE name IN (SELECT name FROM leases WHERE ${isInstanceLease} AND until <= ? LIMIT ?)`,
        BigInt(now - endedInstanceMs),
        max,
      ),
    ]
    return counts.reduce((sum, { changes }) => sum + changes, slots.length)
  },
  postgres: {
    // A slot that was opened again since then stays, since its newest row is checked.
    text: `WITH old_slots AS (
        DELETE FROM slots WHERE closed_day < :week_ago AND (network, signer, nonce) IN (
          SELECT network, signer, nonce FROM slots s WHERE closed_day < :week_ago
            AND nonce < (SELECT max(nonce) FROM slots h WHERE h.network = s.network AND h.signer = s.signer) LIMIT :limit
        ) RETURNING network, signer, nonce
      ), old_transactions AS (
        DELETE FROM transactions t USING old_slots o WHERE t.network = o.network AND t.signer = o.signer AND t.nonce = o.nonce
      ), old_payments AS (
        DELETE FROM slot_payments p USING old_slots o WHERE p.network = o.network AND p.signer = o.signer AND p.nonce = o.nonce
      ), old_quotas AS (
        DELETE FROM quotas WHERE (day, pool) IN (SELECT day, pool FROM quotas WHERE day < :yesterday LIMIT :limit) RETURNING 1
      ), old_calls AS (
        DELETE FROM free_calls WHERE (day, client) IN (SELECT day, client FROM free_calls WHERE day < :yesterday LIMIT :limit) RETURNING 1
      ), old_runs AS (
        DELETE FROM uncharged_runs WHERE (hour, subject) IN (SELECT hour, subject FROM uncharged_runs WHERE hour < :last_hours LIMIT :limit) RETURNING 1
      ), old_keys AS (
        DELETE FROM payment_keys WHERE expires_at <= :now AND key IN (SELECT key FROM payment_keys WHERE expires_at <= :now LIMIT :limit) RETURNING 1
      ), old_bars AS (
        DELETE FROM barred WHERE until <= :now AND payer IN (SELECT payer FROM barred WHERE until <= :now LIMIT :limit) RETURNING 1
      ), old_losses AS (
        DELETE FROM early_losses WHERE subject <> 'all' AND (day, subject) IN
          (SELECT day, subject FROM early_losses WHERE day < :yesterday AND subject <> 'all' LIMIT :limit) RETURNING 1
      ), old_leases AS (
        DELETE FROM leases WHERE until <= :gone AND name IN (SELECT name FROM leases WHERE ${isInstanceLease} AND until <= :gone LIMIT :limit)
        RETURNING 1
      ) SELECT (SELECT count(*) FROM old_slots) + (SELECT count(*) FROM old_quotas) + (SELECT count(*) FROM old_calls)
          + (SELECT count(*) FROM old_runs) + (SELECT count(*) FROM old_keys) + (SELECT count(*) FROM old_bars)
          + (SELECT count(*) FROM old_leases) + (SELECT count(*) FROM old_losses) AS gone`,
    values({ now, limit }) {
      const { yesterday, lastHours, weekAgo } = ends(now)
      return {
        now: BigInt(now),
        limit: BigInt(limit),
        gone: BigInt(now - endedInstanceMs),
        yesterday,
        last_hours: lastHours,
        week_ago: weekAgo,
      }
    },
    result: (rows) => Number(rows[0]!['gone']),
  },
}

/** Counters of earlier days and hours, and slots that were closed before that day, are no longer needed. */
function ends(now: number) {
  return {
    yesterday: utcDay(now - dayMs),
    lastHours: utcHour(now - 2 * hourMs),
    weekAgo: utcDay(now - 7 * dayMs),
  }
}

/** Which of these answer files no row names. */
export const unreferencedFiles: Query<readonly string[], string[]> = {
  name: 'unnamed_files',
  sqlite: (transaction, files) => files.filter((file) => !transaction.get('SELECT 1 AS one FROM answers WHERE file = ?', file)),
  postgres: {
    text: `SELECT given.file FROM unnest(:files::text[]) WITH ORDINALITY AS given (file, position)
        WHERE NOT EXISTS (SELECT 1 FROM answers a WHERE a.file = given.file) ORDER BY position`,
    values: (files) => ({ files }),
    result: (rows) => rows.map((row) => row['file'] as string),
  },
}
