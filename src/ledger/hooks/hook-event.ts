import type { Row } from '../../store/store.ts'

/** Something that the operator's server is told. */
export interface HookEvent {
  /** The same whenever it is delivered, so that its receiver can leave out what it has seen. */
  readonly id: string
  /** `payment.settled`, `payment.refused`, `payment.reversed`, `payment.refunded`, or of what is not about a payment, such as `test`. */
  readonly kind: string
  /** Receipt id; empty for what is not about a payment. */
  readonly subject: string
  /** JSON; null where the payment says everything. */
  readonly body: string | null
  /** Milliseconds since the epoch, by the clock of the database. */
  readonly at: number
  readonly tries: number
  readonly dueAt: number
  /** It is not tried again until the operator says so. */
  readonly dead: boolean
  /** Why the last try failed. */
  readonly failed: string | null
}

export const hookColumns = 'id, kind, subject, body, at, tries, due_at, dead, failed'

export function hookEventOf(row: Row): HookEvent {
  return {
    id: row['id'] as string,
    kind: row['kind'] as string,
    subject: row['subject'] as string,
    body: row['body'] as string | null,
    at: Number(row['at']),
    tries: Number(row['tries']),
    dueAt: Number(row['due_at']),
    dead: Number(row['dead']) === 1,
    failed: row['failed'] as string | null,
  }
}
