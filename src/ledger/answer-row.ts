import type { SqliteTransaction } from '../store/store.ts'

/** An answer as the tables hold it: its bytes, or the name of the file that has them. */
export interface AnswerRow {
  readonly status: number
  readonly contentType: string
  readonly body: Uint8Array | null
  readonly file: string | null
  readonly expiresAt: number
}

export function insertAnswer(transaction: SqliteTransaction, id: string, answer: AnswerRow): void {
  transaction.run(
    'INSERT INTO answers (payment_id, status, content_type, body, file, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
    id,
    BigInt(answer.status),
    answer.contentType,
    answer.body,
    answer.file,
    BigInt(answer.expiresAt),
  )
}
