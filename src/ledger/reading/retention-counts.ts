import type { Query } from '../../store/store.ts'
import { readingQuery } from './reading-query.ts'

/** How much of what the ledger keeps. */
export interface RetentionCounts {
  readonly payments: number
  readonly archived: number
  /** Archived payments called for before the moment that still name their client address. */
  readonly oldClients: number
  readonly answers: number
  readonly quotas: number
  readonly deliveries: number
  readonly audit: number
}

export const retentionCounts: Query<{ readonly before: number }, RetentionCounts> = readingQuery({
  name: 'kept_rows',
  text: `SELECT (SELECT count(*) FROM payments) AS payments, (SELECT count(*) FROM payments_archive) AS archived,
    (SELECT count(*) FROM payments_archive WHERE id < :before AND client <> '') AS old_clients, (SELECT count(*) FROM answers) AS answers,
    (SELECT count(*) FROM quotas) AS quotas, (SELECT count(*) FROM delivered_items) AS deliveries, (SELECT count(*) FROM audit) AS audit`,
  values: ({ before }) => ({ before: before.toString(16).padStart(12, '0') }),
  result: ([row]) => {
    const number = (name: string) => Number(row?.[name] ?? 0n)
    return {
      payments: number('payments'),
      archived: number('archived'),
      oldClients: number('old_clients'),
      answers: number('answers'),
      quotas: number('quotas'),
      deliveries: number('deliveries'),
      audit: number('audit'),
    }
  },
})
