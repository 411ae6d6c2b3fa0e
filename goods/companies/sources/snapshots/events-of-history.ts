import { utcDay } from '../../../../src/goods/kit/time.ts'
import type { CompanyEvent } from '../company-event.ts'
import { eventId } from '../event-id.ts'
import type { Day, RegisterRecord } from '../register-record.ts'
import { bareRecord } from '../registers/record-fields.ts'
import { diffRecords } from './diff-records.ts'
import { kindOfSnapshot } from './not-in-register.ts'
import type { Snapshot } from './snapshot-history.ts'
import type { WatchedNumber } from './watch-company.ts'

/** The state of a company that its register no longer has. */
const gone = 'not_in_register'

/**
 * What the snapshots of a company, the newest first, tell about changes since a day, which is included. The oldest first: the differences
 * from each record to the next one, that the register no longer has the company, and that it has it again.
 */
export function eventsOfHistory(country: string, watched: WatchedNumber, snapshots: readonly Snapshot[], since: Day): CompanyEvent[] {
  // A record that an older version of this service kept can lack a member.
  const recordOf = ({ record }: Snapshot): RegisterRecord => ({ ...bareRecord(country, watched.registerNumber), ...JSON.parse(record) })
  const events: CompanyEvent[] = []
  let last: RegisterRecord | null = null
  let isGone = false
  for (const snapshot of snapshots.toReversed()) {
    const kind = kindOfSnapshot(snapshot)
    const day = utcDay(snapshot.firstSeenAt)
    const sighting = { source: watched.source, day, url: snapshot.url }
    const found: CompanyEvent[] = []
    if (kind === 'missed_twice') {
      if (last) found.push(statusEvent(last, sighting, 'The register no longer has the company.', last.status, gone))
      isGone = true
    } else if (kind === 'record') {
      const now = recordOf(snapshot)
      if (last && isGone) found.push(statusEvent(now, sighting, 'The register has the company again.', gone, now.status))
      if (last) found.push(...diffRecords(last, now, sighting))
      last = now
      isGone = false
    }
    if (day >= since) events.push(...found)
  }
  return events
}

function statusEvent(
  { country, registerNumber }: RegisterRecord,
  { source, day, url }: { readonly source: string; readonly day: Day; readonly url: string },
  summary: string,
  old: string,
  now: string,
): CompanyEvent {
  return {
    id: eventId(source, country, registerNumber, day, 'status', summary, old, now),
    type: 'status',
    date: null,
    published: day,
    summary,
    old,
    new: now,
    source,
    method: 'snapshot_diff',
    url,
  }
}
