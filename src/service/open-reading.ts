import { createLedgerReading, type LedgerReading } from '../ledger/reading/ledger-reading.ts'
import { openStoreToRead, type LedgerPlace } from './open-store-for-command.ts'

/**
 * Opens the books of the settings for a command, beside a running service or without one.
 * @throws MigrationRefused, StoreFailed
 */
export async function openReading(place: LedgerPlace, system: Parameters<typeof openStoreToRead>[1]): Promise<LedgerReading> {
  return createLedgerReading((await openStoreToRead(place, system)).store)
}
