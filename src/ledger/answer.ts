import type { Query } from '../store/store.ts'
import type { AnswerRow } from './answer-row.ts'

/**
 * The answer while it is kept. Nothing while the payment is refused: it was not paid for. The row stays, since a
 * settlement that appears late makes it due.
 */
export const answer: Query<string, AnswerRow | undefined> = {
  name: 'answer',
  sqlite(transaction, id) {
    const refused = transaction.get(
      `SELECT 1 AS one FROM payments WHERE id = ? AND state = 'refused'
       UNION ALL SELECT 1 FROM payments_archive WHERE id = ? AND state = 'refused'`,
      id,
      id,
    )
    if (refused) return undefined
    const row = transaction.get('SELECT status, content_type, body, file, expires_at FROM answers WHERE payment_id = ?', id)
    return (
      row && {
        status: Number(row['status']),
        contentType: row['content_type'] as string,
        body: row['body'] as Uint8Array | null,
        file: row['file'] as string | null,
        expiresAt: Number(row['expires_at']),
      }
    )
  },
}
