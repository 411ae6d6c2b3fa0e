import { createLedgerReading, type LedgerReading } from '../../ledger/reading/ledger-reading.ts'
import type { DeskQuestion } from '../../operate/desk/desk-questions.ts'
import { openPostgresSnapshot } from '../../store/postgres/open-postgres-snapshot.ts'
import { openSnapshotToRead, type LedgerPlace } from '../open-store-for-command.ts'

/**
 * The books as they are at this moment. To be closed as soon as the question is answered.
 * @throws MigrationRefused, StoreFailed
 */
export async function openReadingOfDesk({ dataDir, databaseUrl }: LedgerPlace, question: DeskQuestion): Promise<LedgerReading> {
  if (databaseUrl === null || question === 'report') return createLedgerReading(await openSnapshotToRead({ dataDir, databaseUrl }))
  return createLedgerReading(await openPostgresSnapshot(databaseUrl, 'desk'))
}
