import type { Cell, SqliteTransaction } from '../../store/store.ts'

/** An answer in the tables: its bytes, or the name of the file that has them. */
export interface AnswerRow {
  readonly status: number
  readonly contentType: string
  /** JSON of the headers of its own; null where it has none. */
  readonly headers: string | null
  readonly body: Uint8Array | null
  readonly file: string | null
  readonly expiresAt: number
}

export function insertAnswer(transaction: SqliteTransaction, id: string, answer: AnswerRow): void {
  transaction.run(
    'INSERT INTO answers (payment_id, status, content_type, headers, body, file, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    id,
    BigInt(answer.status),
    answer.contentType,
    answer.headers,
    answer.body,
    answer.file,
    BigInt(answer.expiresAt),
  )
}

/** PostgreSQL: stores the answer of the payment in `source`, if there is one; its values are those of `answerCells`. */
export function insertAnswerSql(source: string): string {
  return `INSERT INTO answers (payment_id, status, content_type, headers, body, file, expires_at)
    SELECT id, :status::int8, :content_type::text, :headers::text, :body::bytea, :file::text, :expires_at::int8 FROM ${source}`
}

/** PostgreSQL: stores the answers of the payments in `served`, which has the `position` in `given` of the values of `answerCells`. */
export const insertAnswersSql = `INSERT INTO answers (payment_id, status, content_type, headers, body, file, expires_at)
  SELECT s.id, g.status, g.content_type, g.headers, g.body, g.file, g.expires_at FROM served s JOIN given g ON g.position = s.position`

export const answerColumns = {
  status: 'int8',
  content_type: 'text',
  headers: 'text',
  body: 'bytea',
  file: 'text',
  expires_at: 'int8',
} as const

export function answerCells({ status, contentType, headers, body, file, expiresAt }: AnswerRow): Record<string, Cell> {
  return { status: BigInt(status), content_type: contentType, headers, body, file, expires_at: BigInt(expiresAt) }
}
