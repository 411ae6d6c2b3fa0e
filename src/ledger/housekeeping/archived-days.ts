import type { SqliteTransaction } from '../../store/store.ts'
import { dayMs, momentOf } from '../reading/reading-query.ts'

/** The payments that agree in these are counted together. */
const key = 'day, offer_id, network, protocol, state, theft, final, amount'

/** Counts payments of a table or a `WITH` part into their days; `where` begins with WHERE. For both engines. */
export function countDays(from: string, where: string): string {
  return `INSERT INTO archived_days (${key}, payments)
    SELECT ${momentOf} / ${dayMs} AS day, offer_id, network, protocol, state, theft, final, amount, count(*) FROM ${from}
    ${where} AND timing <> 'refund' GROUP BY ${key} ORDER BY ${key}
    ON CONFLICT (${key}) DO UPDATE SET payments = archived_days.payments + excluded.payments`
}

/** Takes an archived payment out of its day, before it leaves the archive. SQLite only; see `uncountDay`. */
export function uncountArchived(transaction: SqliteTransaction, id: string): void {
  transaction.run(`UPDATE archived_days SET payments = payments - 1 WHERE (${key}) = (${rowOf('payments_archive')} AND id = ?)`, id)
}

/** The same of the payment in a `WITH` part. */
export function uncountDay(from: string): string {
  return `UPDATE archived_days SET payments = payments - 1 WHERE (${key}) = (${rowOf(from)})`
}

function rowOf(from: string): string {
  return `SELECT ${momentOf} / ${dayMs}, offer_id, network, protocol, state, theft, final, amount FROM ${from} WHERE timing <> 'refund'`
}
