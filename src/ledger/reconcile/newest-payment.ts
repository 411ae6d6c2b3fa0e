import type { Query, Row } from '../../store/store.ts'

// Ids begin with their time.
const text = `SELECT coalesce((SELECT claimed_at FROM payments ORDER BY id DESC LIMIT 1),
  (SELECT claimed_at FROM payments_archive ORDER BY id DESC LIMIT 1)) AS at`

function timeOf(row: Row | undefined): number | null {
  const at = row?.['at'] ?? null
  return at === null ? null : Number(at)
}

/** When the newest payment was claimed, in milliseconds since the epoch; null where there is none. */
export const newestPaymentAt: Query<undefined, number | null> = {
  name: 'newest_payment_at',
  sqlite: (transaction) => timeOf(transaction.get(text)),
  postgres: { text, values: () => ({}), result: ([row]) => timeOf(row) },
}
