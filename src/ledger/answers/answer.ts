import type { Query, Row } from '../../store/store.ts'
import type { AnswerRow } from './answer-row.ts'

/**
 * The answer while it is kept. Undefined while the payment is refused or owed, since the answer was not paid for. The row stays, since a
 * settlement that appears late pays for it.
 */
export const findAnswer: Query<string, AnswerRow | undefined> = {
  name: 'answer',
  sqlite(transaction, id) {
    const refused = transaction.get(
      `SELECT 1 AS one FROM payments WHERE id = ? AND state IN ('refused', 'owed')
       UNION ALL SELECT 1 FROM payments_archive WHERE id = ? AND state = 'refused'`,
      id,
      id,
    )
    if (refused) return undefined
    return answerOf(transaction.get('SELECT status, content_type, headers, body, file, expires_at FROM answers WHERE payment_id = ?', id))
  },
  postgres: {
    text: `SELECT status, content_type, headers, body, file, expires_at FROM answers WHERE payment_id = :id
        AND NOT EXISTS (SELECT 1 FROM payments WHERE id = :id AND state IN ('refused', 'owed'))
        AND NOT EXISTS (SELECT 1 FROM payments_archive WHERE id = :id AND state = 'refused')`,
    values: (id) => ({ id }),
    result: (rows) => answerOf(rows[0]),
  },
}

function answerOf(row: Row | undefined): AnswerRow | undefined {
  return (
    row && {
      status: Number(row['status']),
      contentType: row['content_type'] as string,
      headers: row['headers'] as string | null,
      body: row['body'] as Uint8Array | null,
      file: row['file'] as string | null,
      expiresAt: Number(row['expires_at']),
    }
  )
}
