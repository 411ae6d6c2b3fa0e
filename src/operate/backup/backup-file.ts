import { closeSync, constants, createReadStream, fsyncSync, openSync, readdirSync, statSync } from 'node:fs'
import { link, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { BackupRefused, type BackupEnd, type BackupHeader } from '../../ledger/backup/backup-format.ts'
import { readBackup, type ReadBackup } from '../../ledger/backup/read-backup.ts'
import { linesOf, type BackupStream } from './backup-stream.ts'

export interface WrittenBackup {
  readonly file: string
  readonly bytes: number
  readonly end: BackupEnd
}

/** Called with the number of further rows of a table that were read. */
export type RowsRead = (table: string, rows: number, header: BackupHeader) => void

const suffix = '.backup.gz'

/** Of its mode and time, so that names sort by time: `farthing-live-20261124T031500Z.backup.gz`. */
export function backupName({ ledger, takenAt }: Pick<BackupHeader, 'ledger' | 'takenAt'>): string {
  const time = new Date(takenAt).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return `farthing-${ledger.mode ?? 'unused'}-${time}${suffix}`
}

/**
 * Writes a backup to a file that only its owner can read, reads it back from there, and only then gives it its name. Whatever fails, such as
 * the disk, no file is left that looks like a backup.
 * @param name of the file, asked for when the header is known
 * @throws BackupRefused where what was read back is not what was written; Error where there is such a file already
 */
export async function writeBackupFile(
  folder: string,
  backup: BackupStream,
  { name, onReadBack }: { readonly name: () => string; readonly onReadBack: RowsRead },
): Promise<WrittenBackup> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const part = join(folder, `.farthing-${process.pid}.part`)
  await rm(part, { force: true })
  try {
    const file = await open(part, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
    await pipeline(backup.bytes, file.createWriteStream({ flush: true }))
    const end = backup.end()
    const read = await readBackupFile(part, onReadBack)
    if (read.end.sha256 !== end.sha256) throw new BackupRefused('what was read back from the disk is not what was written')
    const target = join(folder, name())
    await link(part, target).catch((error: unknown) => {
      throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? new Error(`${target} is there already: nothing was overwritten`) : error
    })
    syncFolder(folder)
    return { file: target, bytes: statSync(target).size, end }
  } finally {
    backup.bytes.destroy()
    await rm(part, { force: true })
  }
}

/** Reads a backup to its end, and checks it. @throws BackupRefused */
export function readBackupFile(file: string, onRows: RowsRead): Promise<ReadBackup> {
  return readBackup(backupFileLines(file), (table, rows, header) => onRows(table.name, rows.length, header))
}

/** The lines of a file, for a restore. */
export function backupFileLines(file: string): AsyncGenerator<string> {
  return linesOf(createReadStream(file))
}

/** The newest backup of a folder by its name; undefined where there is none. A path of a file is given as it is. */
export function newestBackup(path: string): string | undefined {
  if (!statSync(path).isDirectory()) return path
  const names = readdirSync(path).filter((name) => name.endsWith(suffix))
  const newest = names.toSorted((one, other) => (timeIn(one) < timeIn(other) ? -1 : 1)).at(-1)
  return newest === undefined ? undefined : join(path, newest)
}

function timeIn(name: string): string {
  return /\d{8}T\d{6}Z/.exec(name)?.[0] ?? ''
}

/** A name is on disk only when its folder is. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
