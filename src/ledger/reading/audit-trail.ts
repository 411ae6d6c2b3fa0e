import type { Query } from '../../store/store.ts'
import type { AuditedEvent } from './find-payments.ts'
import { readingQuery } from './reading-query.ts'

/** One event of the trail, with its place in it. */
export interface TrailEvent extends AuditedEvent {
  /** Later events have higher numbers. */
  readonly number: number
  /** Receipt, wallet, offer, network or alarm. */
  readonly subject: string
}

export interface TrailFilter {
  /** The kind of events; null for all. */
  readonly kind: string | null
  readonly subject: string | null
  /** The last event of the page before; null for the first page. */
  readonly before: number | null
  readonly limit: number
}

/** What happened out of the ordinary, and what operators did; the newest first. */
export const auditTrail: Query<TrailFilter, TrailEvent[]> = readingQuery({
  name: 'audit_trail',
  text: `SELECT number, kind, subject, at, detail FROM audit WHERE number < :before AND (:kind::text = '' OR kind = :kind::text)
    AND (:subject::text = '' OR subject = :subject::text) ORDER BY number DESC LIMIT :limit::int8`,
  values: ({ kind, subject, before, limit }) => ({
    kind: kind ?? '',
    subject: subject ?? '',
    before: BigInt(before ?? Number.MAX_SAFE_INTEGER),
    limit: BigInt(limit),
  }),
  result: (rows) =>
    rows.map((row) => ({
      number: Number(row['number']),
      kind: row['kind'] as string,
      subject: row['subject'] as string,
      at: row['at'] === null ? null : Number(row['at']),
      detail: JSON.parse(row['detail'] as string) as AuditedEvent['detail'],
    })),
})
