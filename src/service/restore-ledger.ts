import { createWriteStream, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BackupRefused } from '../ledger/backup/backup-format.ts'
import type { ReadBackup } from '../ledger/backup/read-backup.ts'
import { beginRestore, requireEmpty, requireSchema, RestoreRefused, restoreRows } from '../ledger/backup/restore-ledger.ts'
import { releaseUnfinished } from '../ledger/move/release-unfinished.ts'
import { backupFileLines, readBackupFile } from '../operate/backup/backup-file.ts'
import { openPostgresStore, type PostgresStoreOptions } from '../store/postgres/open-postgres-store.ts'
import { lockDirectory, type DirectoryLock } from '../store/sqlite/directory-lock.ts'
import { faultsOfSqliteFile, openSqliteSnapshot } from '../store/sqlite/open-sqlite-snapshot.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import { giveToOwnerOf, makeOwnDirectory } from '../store/own-files.ts'
import { StoreLocked } from '../store/store.ts'
import { partOf, rowsOf, type BackupProgress } from './back-up-ledger.ts'

export interface RestoreInput {
  /** A file. */
  readonly backup: string
  /** A data directory, or the address of a database on PostgreSQL. */
  readonly into: { readonly directory: string } | { readonly databaseUrl: string }
  readonly progress: BackupProgress
}

export type RestoredBackup = ReadBackup

type System = Omit<PostgresStoreOptions, 'url' | 'connections' | 'statementMs'>

/** Counting millions of rows takes longer than any statement of a service may. */
const statementMs = 600_000

/** Reads a backup to its end without writing anything. @throws BackupRefused */
export async function checkBackup(backup: string, progress: BackupProgress): Promise<RestoredBackup> {
  return readBackupFile(backup, partOf('checked', progress))
}

/**
 * Checks a backup to its end, then writes it into an empty place that no service uses, and checks what is there. The ledger is marked: a
 * service that opens it compares it with the chains before it sells.
 * @throws BackupRefused, RestoreRefused, StoreFailed, StoreLocked; then nothing is there that a service would take for a ledger
 */
export async function restoreLedger({ backup, into, progress }: RestoreInput, system: System): Promise<RestoredBackup> {
  const { header } = await checkBackup(backup, progress)
  progress.onStart('restored', rowsOf(header), 0)
  if ('databaseUrl' in into) return intoPostgres({ backup, url: into.databaseUrl, header, progress }, system)
  return intoDirectory({ backup, directory: into.directory, header, progress }, system)
}

interface Checked {
  readonly backup: string
  readonly header: ReadBackup['header']
  readonly progress: BackupProgress
}

async function intoPostgres(
  { backup, url, header, progress }: Checked & { readonly url: string },
  system: System,
): Promise<RestoredBackup> {
  const store = await openPostgresStore({ url, connections: 2, statementMs, ...system })
  try {
    await requireSchema(store, header)
    await beginRestore(store, header, system)
    const read = await restoreRows(store, backupFileLines(backup), progress.onRows)
    // No process works on this copy, so what was under way need not wait for its leases to end.
    await releaseUnfinished(store, store, system.clock)
    return read
  } finally {
    await store.close()
  }
}

/** The new database is made beside the place, and gets its name when it is whole. */
async function intoDirectory(
  { backup, directory, header, progress }: Checked & { readonly directory: string },
  system: System,
): Promise<RestoredBackup> {
  makeOwnDirectory(directory)
  const lock = lockTarget(directory)
  const draft = mkdtempSync(join(directory, '.restore-'))
  try {
    await requireEmptyDirectory(directory)
    const store = await openSqliteStore({ directory: draft, ...system })
    let read: ReadBackup
    try {
      await requireSchema(store, header)
      read = await restoreRows(store, backupFileLines(backup), progress.onRows)
    } finally {
      await store.close()
    }
    const [fault] = faultsOfSqliteFile(draft)
    if (fault !== undefined) throw new BackupRefused(`the restored database is damaged: ${fault}`)
    const target = join(directory, 'farthing.db')
    // What an unused database had not yet written into its file must not be taken for a part of the new one.
    for (const file of [`${target}-wal`, `${target}-shm`]) rmSync(file, { force: true })
    giveToOwnerOf(directory, join(draft, 'farthing.db'))
    renameSync(join(draft, 'farthing.db'), target)
    return read
  } finally {
    rmSync(draft, { recursive: true, force: true })
    lock.release()
  }
}

function lockTarget(directory: string): DirectoryLock {
  try {
    return lockDirectory(directory)
  } catch (error) {
    throw error instanceof StoreLocked ? new RestoreRefused(`a service uses ${directory}: stop it first; nothing was changed`) : error
  }
}

async function requireEmptyDirectory(directory: string): Promise<void> {
  if (!existsSync(join(directory, 'farthing.db'))) return
  const snapshot = openSqliteSnapshot(directory)
  try {
    if (snapshot) await requireEmpty(snapshot, directory)
  } finally {
    await snapshot?.close()
  }
}

/** Keeps what comes on a stream in a file, since it is read twice: to check it, and to write it. */
export async function spool(stream: Readable, directory: string): Promise<string> {
  makeOwnDirectory(directory)
  const file = join(directory, `.restore-${process.pid}.part`)
  await pipeline(stream, createWriteStream(file, { mode: 0o600 })).catch((error: unknown) => {
    rmSync(file, { force: true })
    throw error
  })
  return file
}
