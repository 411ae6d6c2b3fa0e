import type { Cell, SqliteTransaction } from '../../store/store.ts'

/** An answer in the tables: its bytes, or the name of the file that has them. */
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

/** PostgreSQL: stores the answer of the payment in `source`, if there is one; its values are those of `answerCells`. */
export function insertAnswerSql(source: string): string {
  return `INSERT INTO answers (payment_id, status, content_type, body, file, expires_at)
    SELECT id, :status::int8, :content_type::text, :body::bytea, :file::text, :expires_at::int8 FROM ${source}`
}

export function answerCells({ status, contentType, body, file, expiresAt }: AnswerRow): Record<string, Cell> {
  return { status: BigInt(status), content_type: contentType, body, file, expires_at: BigInt(expiresAt) }
}
