import type { Query, SqliteTransaction, Store, Unit } from '../../store/store.ts'
import { dayMs, momentOf, readingQuery } from '../reading/reading-query.ts'

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

/**
 * Whether the counts have every archived payment. They lack what an instance of an earlier version archived, while instances were replaced
 * one after the other; the totals have that.
 */
export const daysAreCounted: Query<undefined, boolean> = readingQuery({
  name: 'days_are_counted',
  text: `SELECT network FROM (
      SELECT network, state, theft, payments, amount FROM archived_totals
      UNION ALL SELECT network, state, theft, -payments, -payments * amount FROM archived_days
    ) AS parts GROUP BY network, state, theft HAVING sum(payments) <> 0 OR sum(amount) <> 0 LIMIT 1`,
  values: () => ({}),
  result: (rows) => rows.length === 0,
})

const archivedSpan: Query<undefined, { readonly first: bigint; readonly last: bigint } | null> = readingQuery({
  name: 'archived_span',
  text: `SELECT (SELECT min(${momentOf}) FROM payments_archive) / ${dayMs} AS first, (SELECT max(${momentOf}) FROM payments_archive) / ${dayMs} AS last`,
  values: () => ({}),
  result: ([row]) => (row!['first'] === null ? null : { first: row!['first'] as bigint, last: row!['last'] as bigint }),
})

/** Adds what a count has less than there is in the archive, so it may run beside changes of both. */
const difference = (day: string) => `INSERT INTO archived_days (${key}, payments)
  SELECT ${key}, CAST(sum(payments) AS bigint) FROM (
    SELECT ${key}, -payments AS payments FROM archived_days WHERE day = ${day}
    UNION ALL SELECT ${momentOf} / ${dayMs}, offer_id, network, protocol, state, theft, final, amount, 1 FROM payments_archive
      WHERE ${momentOf} >= ${day} * ${dayMs} AND ${momentOf} < (${day} + 1) * ${dayMs} AND timing <> 'refund'
  ) AS counted WHERE true GROUP BY ${key} HAVING sum(payments) <> 0 ORDER BY ${key}
  ON CONFLICT (${key}) DO UPDATE SET payments = archived_days.payments + excluded.payments RETURNING day`

/** Returns how many counts of the day were wrong. */
const recountDay: Unit<{ readonly day: bigint }, number> = {
  name: 'recount_day',
  sqlite: (transaction, { day }) => transaction.all(difference('?'), day, day, day).length,
  postgres: { text: difference(':day::int8'), values: ({ day }) => ({ day }), result: (rows) => rows.length },
}

/** Counts again what is wrong, one day after the other; gives how many counts were. */
export async function recountDays(store: Pick<Store, 'read' | 'write'>): Promise<number> {
  if (await store.read(daysAreCounted, undefined)) return 0
  const span = await store.read(archivedSpan, undefined)
  if (span === null) return 0
  let wrong = 0
  for (let day = span.first; day <= span.last; day++) wrong += await store.write(recountDay, { day })
  return wrong
}
