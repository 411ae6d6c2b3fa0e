import type { Timers } from '../shared/clock.ts'
import { createLedgerReading, type LedgerReading } from '../ledger/reading/ledger-reading.ts'
import { openSnapshotToRead, openStoreToRead, type LedgerPlace } from './open-store-for-command.ts'

/**
 * Opens the books of the settings for a command, beside a running service or without one.
 * @throws MigrationRefused, StoreFailed
 */
export async function openReading(place: LedgerPlace, system: Parameters<typeof openStoreToRead>[1]): Promise<LedgerReading> {
  return createLedgerReading((await openStoreToRead(place, system)).store)
}

/**
 * The books as they are at this moment, for a report. It pauses between the parts of a long one, since a service may sell beside it.
 * @throws MigrationRefused, StoreFailed
 */
export async function openSnapshotReading(place: LedgerPlace, timers: Pick<Timers, 'sleep'>): Promise<LedgerReading> {
  return createLedgerReading(await openSnapshotToRead(place), (ms) => timers.sleep(ms))
}
