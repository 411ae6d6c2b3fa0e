import type { TrailFilter } from '../../ledger/reading/audit-trail.ts'
import type { LedgerReading } from '../../ledger/reading/ledger-reading.ts'

export interface AuditEntry {
  readonly number: number
  readonly at: string | null
  readonly kind: string
  readonly subject: string
  readonly detail: Readonly<Record<string, string | null>>
}

/** A page of the audit trail, the newest first. */
export async function auditPage(
  reading: Pick<LedgerReading, 'auditTrail'>,
  filter: TrailFilter,
): Promise<{ readonly events: readonly AuditEntry[]; readonly cursor: string | null }> {
  const events = await reading.auditTrail(filter)
  const last = events.length < filter.limit ? undefined : events.at(-1)
  return {
    events: events.map(({ at, ...event }) => ({ ...event, at: at === null ? null : new Date(at).toISOString() })),
    cursor: last === undefined ? null : String(last.number),
  }
}
