import { byIndex } from '../../store/postgres/given-inputs.ts'
import type { Query } from '../../store/store.ts'
import { archivedPayment, hotPayment, paymentFromRow } from './payment-row.ts'
import { columnsOf, paymentColumns } from './payment-columns.ts'
import type { Payment } from './payment.ts'

/** What became of payments that somebody saw at an epoch; those that are still at it are left out. */
export interface ChangedSince {
  readonly changed: readonly Payment[]
  /** Ids that the ledger does not have. */
  readonly unknown: readonly string[]
}

/** Looks up many payments at once, hot or archived, and gives those that have changed since they were seen. */
export const changedSince: Query<readonly Pick<Payment, 'id' | 'epoch'>[], ChangedSince> = {
  name: 'changed_since',
  sqlite(transaction, seen) {
    const found = seen.map(({ id, epoch }) => ({ id, epoch, payment: hotPayment(transaction, id) ?? archivedPayment(transaction, id) }))
    return {
      changed: found.flatMap(({ payment, epoch }) => (payment === undefined || payment.epoch === epoch ? [] : [payment])),
      unknown: found.flatMap(({ id, payment }) => (payment === undefined ? [id] : [])),
    }
  },
  postgres: {
    text: `SELECT seen.id AS asked, ${columnsOf('p')} FROM unnest(:ids::text[], :epochs::text[]) AS seen (id, epoch) LEFT JOIN LATERAL (
        SELECT ${paymentColumns} FROM payments WHERE ${byIndex('id', 'seen.id')}
        UNION ALL SELECT ${paymentColumns} FROM payments_archive WHERE ${byIndex('id', 'seen.id')}
      ) AS p ON true WHERE p.id IS NULL OR p.epoch <> seen.epoch::int8`,
    values: (seen) => ({ ids: seen.map(({ id }) => id), epochs: seen.map(({ epoch }) => `${epoch}`) }),
    result: (rows) => ({
      changed: rows.filter((row) => row['id'] !== null).map(paymentFromRow),
      unknown: rows.filter((row) => row['id'] === null).map((row) => row['asked'] as string),
    }),
    brief: true,
  },
}
