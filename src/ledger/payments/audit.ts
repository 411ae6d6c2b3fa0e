import type { SqliteTransaction } from '../../store/store.ts'

/** Exceptional events, for the operator. The payments themselves show ordinary transitions. */
export interface AuditEvent {
  readonly kind:
    | 'refused'
    | 'reversed'
    | 'unsettled'
    | 'settled_late'
    | 'barred'
    | 'moved'
    | 'identity_conflict'
    | 'theft_loss'
    | 'owed'
    | 'owed_paid_again'
    /** Paid on chain without an answer, and made a credit by the operator. */
    | 'credited'
    | 'adopted'
    /** Something that an operator did, who is named in the detail. */
    | 'ordered'
  /** Receipt id, or the payer's address; of an order also an offer, a network or an alarm. */
  readonly subject: string
  readonly detail: Readonly<Record<string, string | null>>
  readonly at: number | null
}

export function audit(transaction: SqliteTransaction, { kind, subject, detail, at }: AuditEvent): void {
  transaction.run(
    'INSERT INTO audit (at, kind, subject, detail) VALUES (?, ?, ?, ?)',
    at === null ? null : BigInt(at),
    kind,
    subject,
    JSON.stringify(detail),
  )
}

/** PostgreSQL: records the end of the payment in `source`, if there is one; its columns are `reason` and `transaction_hash`. */
export function auditEndSql(kind: AuditEvent['kind'], source: string): string {
  return `INSERT INTO audit (at, kind, subject, detail)
    SELECT :at::int8, '${kind}', id, json_build_object('reason', reason, 'transaction', transaction_hash)::text FROM ${source}`
}
