import type { Query } from '../../store/store.ts'
import type { Payment } from '../payments/payment.ts'
import { paymentColumns } from '../payments/payment-columns.ts'
import { paymentFromRow } from '../payments/payment-row.ts'
import { readingQuery } from './reading-query.ts'

export interface PaymentsFilter {
  /** Lower case; null for any. */
  readonly payer: string | null
  readonly state: string | null
  readonly offer: string | null
  /** CAIP-2; any unless given. */
  readonly network?: string | null
  readonly protocol?: string | null
  /** False leaves out what was sent back to payers; they are rows of their own, with the protocol `refund`. */
  readonly refunds?: boolean
  /** SHA-256 of offer and input; any unless given. */
  readonly fingerprint?: string | null
  /** Called for at or after this moment, milliseconds. */
  readonly since: number
  /** Called for before this moment, milliseconds; no end unless given. */
  readonly until?: number | null
  /** The last receipt of the page before. */
  readonly before: string | null
  readonly limit: number
}

const page = (table: string) => `SELECT * FROM (SELECT ${paymentColumns} FROM ${table}
  WHERE id >= :since AND id < :before AND (:payer::text = '' OR payer = :payer::text) AND (:state::text = '' OR state = :state::text)
    AND (:offer::text = '' OR offer_id = :offer::text) AND (:network::text = '' OR network = :network::text)
    AND (:protocol::text = '' OR protocol = :protocol::text)
    AND (:refunds::int8 = 1 OR protocol <> 'refund') AND (:fingerprint::text = '' OR fingerprint = :fingerprint::text) ORDER BY id DESC LIMIT :limit::int8) AS ${table}_page`

/** A receipt begins with its time. */
function firstReceiptAt(time: number): string {
  return time.toString(16).padStart(12, '0')
}

/** The newest first. It goes through the payments from the newest on until it has enough. */
export const listPayments: Query<PaymentsFilter, Payment[]> = readingQuery({
  name: 'list_payments',
  text: `${page('payments')} UNION ALL ${page('payments_archive')} ORDER BY id DESC LIMIT :limit::int8`,
  values: ({ payer, state, offer, network, protocol, refunds = true, fingerprint, since, until, before, limit }) => {
    // No receipt begins with a g.
    const [end, last] = [until === null || until === undefined ? 'g' : firstReceiptAt(until), before ?? 'g']
    return {
      since: firstReceiptAt(since),
      before: end < last ? end : last,
      payer: payer ?? '',
      state: state ?? '',
      offer: offer ?? '',
      network: network ?? '',
      protocol: protocol ?? '',
      refunds: refunds ? 1n : 0n,
      fingerprint: fingerprint ?? '',
      limit: BigInt(limit),
    }
  },
  result: (rows) => rows.map(paymentFromRow),
})

/** The payments that a transaction settled, or was sent for last. It goes through the hot payments, and finds the archived ones by their index. */
export const paymentsOfTransaction: Query<{ readonly hash: string; readonly limit: number }, Payment[]> = readingQuery({
  name: 'payments_of_transaction',
  text: `SELECT ${paymentColumns} FROM payments WHERE transaction_hash = :hash
    UNION ALL SELECT ${paymentColumns} FROM payments_archive WHERE transaction_hash = :hash ORDER BY id LIMIT :limit::int8`,
  values: ({ hash, limit }) => ({ hash, limit: BigInt(limit) }),
  result: (rows) => rows.map(paymentFromRow),
})

/** What happened out of the ordinary to a payment or a payer. */
export interface AuditedEvent {
  readonly kind: string
  readonly at: number | null
  readonly detail: Readonly<Record<string, string | null>>
}

export const auditOf: Query<{ readonly subject: string }, AuditedEvent[]> = readingQuery({
  name: 'audit_of',
  text: 'SELECT kind, at, detail FROM audit WHERE subject = :subject ORDER BY number',
  values: ({ subject }) => ({ subject }),
  result: (rows) =>
    rows.map((row) => ({
      kind: row['kind'] as string,
      at: row['at'] === null ? null : Number(row['at']),
      detail: JSON.parse(row['detail'] as string) as AuditedEvent['detail'],
    })),
})

/** Until when the answer of a payment is kept; null where it is not. */
export const answerKeptUntil: Query<{ readonly id: string }, number | null> = readingQuery({
  name: 'answer_kept_until',
  text: 'SELECT expires_at FROM answers WHERE payment_id = :id',
  values: ({ id }) => ({ id }),
  result: ([row]) => (row === undefined ? null : Number(row['expires_at'])),
})
