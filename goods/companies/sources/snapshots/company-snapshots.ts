import { canonicalJson } from '../../../../src/goods/kit/answers.ts'
import type { Clock } from '../../../../src/goods/kit/parts.ts'
import { utcDay } from '../../../../src/goods/kit/time.ts'
import { StoreFailed, type LineStore } from '../../../../src/goods/kit/store.ts'
import type { CompanyChanges } from '../company-event.ts'
import type { CompanyRegister } from '../company-register.ts'
import type { RegisterFinding } from '../finding.ts'
import type { Day, RegisterRecord } from '../register-record.ts'
import { eventsOfHistory } from './events-of-history.ts'
import { keepSnapshot } from './keep-snapshot.ts'
import { keepNotFound } from './not-in-register.ts'
import { snapshotHistory, type Snapshot } from './snapshot-history.ts'
import { watchCompany, type WatchedNumber } from './watch-company.ts'

/** Keeps the records of companies whose registers publish no changes, and compares them. */
export interface CompanySnapshots {
  /**
   * What changed in the record since a day, which is included, as far as the company was watched. The company is watched from now on.
   * A watched company that the register no longer has is found: that is a change.
   * @throws the reason of an aborted signal
   */
  changes(register: CompanyRegister, registerNumber: string, since: Day, signal: AbortSignal): Promise<RegisterFinding<CompanyChanges>>
}

export interface SnapshotParts {
  /** The one that all instances share. */
  readonly store: LineStore
  readonly clock: Clock
  readonly maxWatches?: number
  /** Records of simulated registers are kept apart: a database may have both, and a comparison of one with the other is no change. */
  readonly simulated?: boolean
}

/** The name under which the records of a register are kept. */
export function keptAs(register: Pick<CompanyRegister, 'source'>, simulated: boolean): string {
  const { id } = register.source.terms
  return simulated ? `sandbox:${id}` : id
}

const dayMs = 86_400_000
/** Each of them is a company that somebody paid to ask for in the last 90 days, and about 2 KB for each state of its record. */
const defaultMaxWatches = 200_000
/** A record that changes every day fills them in a quarter of a year. They are read and compared in one call. */
const maxSnapshots = 100

export function createCompanySnapshots({
  store,
  clock,
  maxWatches = defaultMaxWatches,
  simulated = false,
}: SnapshotParts): CompanySnapshots {
  /** Whether there is room to watch it. */
  const keepFound = async (watched: WatchedNumber, country: string, found: FoundRecord): Promise<boolean> => {
    const seen = { ...watched, ...sightingOf(found) }
    const room = await store.write(watchCompany, { ...seen, country, now: clock.now(), maxWatches })
    if (room) await store.write(keepSnapshot, seen)
    return room
  }
  /** Whether it was watched. It stays so: it is asked for. */
  const keepGone = async (
    watched: WatchedNumber,
    country: string,
    found: RegisterFinding<never> & { status: 'not_found' },
  ): Promise<boolean> => {
    if ((await keepNotFound(store, watched, found)) === 'not_watched') return false
    const now = clock.now()
    await store.write(watchCompany, { ...watched, country, now, nextRefreshAt: now + dayMs, maxWatches })
    return true
  }
  return {
    async changes(register, registerNumber, since, signal) {
      const startedAt = clock.now()
      const found = await register.byNumber(registerNumber, signal)
      if (found.status === 'unavailable') return found
      const source = register.source.terms.id
      const watched = { source: keptAs(register, simulated), registerNumber }
      try {
        const isWatched =
          found.status === 'found' ? await keepFound(watched, register.country, found) : await keepGone(watched, register.country, found)
        if (found.status === 'not_found' && !isWatched) return found
        const snapshots = isWatched ? await store.read(snapshotHistory, { ...watched, limit: maxSnapshots }) : []
        const events = eventsOfHistory(register.country, { source, registerNumber }, snapshots, since)
        const value = { events, truncated: gapOf(snapshots, since, utcDay(clock.now())) }
        return { ...found, status: 'found', value, latencyMs: clock.now() - startedAt }
      } catch (error) {
        if (!(error instanceof StoreFailed)) throw error
        return { status: 'unavailable', reason: 'down', sourceId: source, retryable: true, latencyMs: clock.now() - startedAt }
      }
    },
  }
}

type FoundRecord = RegisterFinding<RegisterRecord> & { status: 'found' }

/** A record as it is kept, and when it is to be asked for again: a day after the register showed it. */
export function sightingOf({ value, source }: FoundRecord) {
  const seenAt = Date.parse(source.asOf)
  return { record: canonicalJson(value), url: source.url, seenAt, nextRefreshAt: seenAt + dayMs }
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
