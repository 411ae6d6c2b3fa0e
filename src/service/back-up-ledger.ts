import { join } from 'node:path'
import { createAnswerFiles } from '../ledger/answers/answer-files.ts'
import type { BackupHeader } from '../ledger/backup/backup-format.ts'
import { backupLines } from '../ledger/backup/write-backup.ts'
import { backupName, writeBackupFile, type RowsRead, type WrittenBackup } from '../operate/backup/backup-file.ts'
import { compressed, type BackupStream } from '../operate/backup/backup-stream.ts'
import type { Clock } from '../shared/clock.ts'
import { OperatorError } from '../shared/operator-error.ts'
import { openPostgresSnapshot } from '../store/postgres/open-postgres-snapshot.ts'
import { faultsOfSqliteFile, openSqliteSnapshot } from '../store/sqlite/open-sqlite-snapshot.ts'
import type { Snapshot } from '../store/store.ts'
import { version } from '../version.ts'

export interface BackupSource {
  readonly dataDir: string
  /** Null where the ledger is in the data directory. */
  readonly databaseUrl: string | null
  readonly clock: Clock
  readonly progress: BackupProgress
}

/** Called with the progress, part by part. */
export interface BackupProgress {
  onStart(part: string, rows: number, done: number): void
  onRows(table: string, rows: number): void
}

export interface BackupReport extends Omit<WrittenBackup, 'file'> {
  /** Null where it went to a stream. */
  readonly file: string | null
  readonly header: BackupHeader
  readonly seconds: number
}

class NoLedger extends OperatorError {
  override readonly name = 'NoLedger'
}

/** The database is damaged, so a backup of it would be too. */
class LedgerDamaged extends OperatorError {
  override readonly name = 'LedgerDamaged'
}

/**
 * Backs up a ledger, whether a service runs or not, and gives what is in the backup.
 * @param target a folder, or what takes the bytes
 * @throws OperatorError, BackupRefused, StoreFailed, and what the target fails with
 */
export async function backUpLedger(
  source: BackupSource,
  target: { readonly folder: string } | { write(bytes: BackupStream['bytes']): Promise<number> },
): Promise<BackupReport> {
  const { dataDir, clock, progress } = source
  // Before the snapshot: what is committed between this moment and the snapshot may be in it, what was before certainly is.
  const takenAt = clock.now()
  const { snapshot, engine } = await openSnapshot(source)
  try {
    let header: BackupHeader | undefined
    const onStart = (given: BackupHeader) => {
      header = given
      progress.onStart('written', rowsOf(given), 0)
    }
    const files = createAnswerFiles(join(dataDir, 'answers'))
    const stream = compressed(backupLines({ snapshot, engine, files, takenAt, version, onStart, onRows: progress.onRows }))
    const written = await write(stream, target, () => header!, progress)
    return { ...written, header: header!, seconds: (clock.now() - takenAt) / 1000 }
  } finally {
    await snapshot.close()
  }
}

async function write(
  stream: BackupStream,
  target: Parameters<typeof backUpLedger>[1],
  header: () => BackupHeader,
  progress: BackupProgress,
): Promise<Omit<BackupReport, 'header' | 'seconds'>> {
  if (!('folder' in target)) return { bytes: await target.write(stream.bytes), end: stream.end(), file: null }
  return writeBackupFile(target.folder, stream, { name: () => backupName(header()), onReadBack: partOf('read back', progress) })
}

async function openSnapshot({ dataDir, databaseUrl }: BackupSource): Promise<{ snapshot: Snapshot; engine: BackupHeader['engine'] }> {
  if (databaseUrl !== null) return { snapshot: await openPostgresSnapshot(databaseUrl), engine: 'postgres' }
  const snapshot = openSqliteSnapshot(dataDir)
  if (!snapshot) throw new NoLedger(`there is no ledger in ${dataDir}: set DATA_DIR or DATABASE_URL to that of the service`)
  const [fault] = faultsOfSqliteFile(dataDir)
  if (fault === undefined) return { snapshot, engine: 'sqlite' }
  await snapshot.close()
  throw new LedgerDamaged(`the database in ${dataDir} is damaged (${fault}): keep it, and restore the newest backup`)
}

/** Tells of a part when its first rows come, since only then its length is known. */
export function partOf(part: string, { onStart, onRows }: BackupProgress): RowsRead {
  let begun = false
  return (table, rows, header) => {
    if (!begun) onStart(part, rowsOf(header), 0)
    begun = true
    onRows(table, rows)
  }
}

export function rowsOf({ tables }: BackupHeader): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0)
}
