import { utcDay } from '../../../../src/goods/kit/time.ts'
import type { LineStore } from '../../../../src/goods/kit/store.ts'
import type { RegisterFinding } from '../finding.ts'
import { keepSnapshot, type KeptSnapshot } from './keep-snapshot.ts'
import { snapshotHistory, type Snapshot } from './snapshot-history.ts'
import type { WatchedNumber } from './watch-company.ts'

/** What is kept in the place of a record: the register answered once, or on two days, that it does not have the company. */
const missedOnce = '{"notInRegister":"once"}'
const missedTwice = '{"notInRegister":"twice"}'

/** Whether a snapshot is of a record, or of an answer without one. */
export function kindOfSnapshot({ record }: Pick<Snapshot, 'record'>): 'record' | 'missed_once' | 'missed_twice' {
  if (record === missedOnce) return 'missed_once'
  return record === missedTwice ? 'missed_twice' : 'record'
}

const dayMs = 86_400_000

/** A register that is being rebuilt over midnight is seen once. */
const leastBetweenLooksMs = dayMs / 2

/**
 * Keeps that a register does not have a watched company. One such answer can be a slip of the register, so only a second one on a later
 * day counts as gone. An outage is another finding and never comes here. @throws StoreFailed
 */
export async function keepNotFound(
  store: LineStore,
  watched: WatchedNumber,
  { source }: RegisterFinding<unknown> & { status: 'not_found' },
): Promise<KeptSnapshot> {
  // An answer from the memory of this process keeps its time, so it is no second look.
  const seenAt = Date.parse(source.asOf)
  const [latest] = await store.read(snapshotHistory, { ...watched, limit: 1 })
  return store.write(keepSnapshot, {
    ...watched,
    seenAt,
    nextRefreshAt: seenAt + dayMs,
    url: source.url,
    record: isSecondLook(latest, seenAt) ? missedTwice : missedOnce,
  })
}

function isSecondLook(latest: Snapshot | undefined, seenAt: number): boolean {
  if (!latest) return false
  const before = kindOfSnapshot(latest)
  if (before === 'record') return false
  const isLater = utcDay(seenAt) > utcDay(latest.firstSeenAt) && seenAt - latest.firstSeenAt >= leastBetweenLooksMs
  return before === 'missed_twice' || isLater
}
