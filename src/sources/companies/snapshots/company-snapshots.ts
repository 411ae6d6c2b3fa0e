import { canonicalJson } from '../../../shared/canonical-json.ts'
import { utcDay, type Clock } from '../../../shared/clock.ts'
import { StoreFailed, type Store } from '../../../store/store.ts'
import type { CompanyChanges, CompanyEvent } from '../company-event.ts'
import type { CompanyRegister } from '../company-register.ts'
import type { Finding } from '../finding.ts'
import type { Day, RegisterRecord } from '../register-record.ts'
import { bareRecord } from '../registers/record-fields.ts'
import { diffRecords } from './diff-records.ts'
import { keepSnapshot } from './keep-snapshot.ts'
import { snapshotHistory, type Snapshot } from './snapshot-history.ts'
import { watchCompany } from './watch-company.ts'

/** Keeps the records of companies whose registers publish no changes, and compares them. */
export interface CompanySnapshots {
  /**
   * What changed in the record since a day, which is included, as far as the company was watched. The company is watched from now on.
   * @throws the reason of an aborted signal
   */
  changes(register: CompanyRegister, registerNumber: string, since: Day, signal: AbortSignal): Promise<Finding<CompanyChanges>>
}

export interface SnapshotParts {
  /** The one that all instances share. */
  readonly store: Store
  readonly clock: Clock
  readonly maxWatches?: number
}

const dayMs = 86_400_000
/** Each of them is a company that somebody paid to ask for in the last 90 days, and about 2 KB for each state of its record. */
const defaultMaxWatches = 200_000
/** A record that changes every day fills them in a quarter of a year. They are read and compared in one call. */
const maxSnapshots = 100

export function createCompanySnapshots({ store, clock, maxWatches = defaultMaxWatches }: SnapshotParts): CompanySnapshots {
  return {
    async changes(register, registerNumber, since, signal) {
      const startedAt = clock.now()
      const found = await register.byNumber(registerNumber, signal)
      if (found.status !== 'found') return found
      const source = register.source.terms.id
      const watched = { source, registerNumber }
      try {
        const seen = { ...watched, ...sightingOf(found) }
        const now = clock.now()
        const room = await store.write(watchCompany, { ...seen, country: register.country, now, maxWatches })
        if (room) await store.write(keepSnapshot, seen)
        const snapshots = room ? await store.read(snapshotHistory, { ...watched, limit: maxSnapshots }) : []
        const value = { events: eventsOf(register.country, watched, snapshots, since), truncated: gapOf(snapshots, since, utcDay(now)) }
        return { ...found, value, latencyMs: clock.now() - startedAt }
      } catch (error) {
        if (!(error instanceof StoreFailed)) throw error
        return { status: 'unavailable', reason: 'down', sourceId: source, retryable: true, latencyMs: clock.now() - startedAt }
      }
    },
  }
}

/** A record as it is kept, and when it is to be asked for again: a day after the register showed it. */
export function sightingOf({ value, source }: Finding<RegisterRecord> & { status: 'found' }) {
  const seenAt = Date.parse(source.asOf)
  return { record: canonicalJson(value), url: source.url, seenAt, nextRefreshAt: seenAt + dayMs }
}

/** The differences from each snapshot to the next one, the oldest first. */
function eventsOf(
  country: string,
  { source, registerNumber }: { source: string; registerNumber: string },
  snapshots: readonly Snapshot[],
  since: Day,
): CompanyEvent[] {
  // A record that an older version of this service kept can lack a member.
  const recordOf = ({ record }: Snapshot): RegisterRecord => ({ ...bareRecord(country, registerNumber), ...JSON.parse(record) })
  const events: CompanyEvent[] = []
  for (let index = snapshots.length - 1; index > 0; index--) {
    const [before, after] = [snapshots[index]!, snapshots[index - 1]!]
    const day = utcDay(after.firstSeenAt)
    if (day >= since) events.push(...diffRecords(recordOf(before), recordOf(after), { source, day, url: after.url }))
  }
  return events
}

/** What is missing: everything before the oldest snapshot. */
function gapOf(snapshots: readonly Snapshot[], since: Day, today: Day): CompanyChanges['truncated'] {
  const oldest = snapshots.at(-1)
  if (!oldest) return { from: today, reason: 'the register publishes no changes, and no more companies can be watched at present' }
  const from = utcDay(oldest.firstSeenAt)
  // A change on the first day, before the first look, is not known.
  if (from < since) return null
  const watched = oldest.version === 1
  return {
    from,
    reason: watched
      ? 'the register publishes no changes, so the company is watched from the first call about it on'
      : 'older records of the company are no longer kept',
  }
}
