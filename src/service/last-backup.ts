import { closeSync, existsSync, openSync, renameSync, statSync, utimesSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { giveToOwnerOf } from '../store/own-files.ts'

/** Its time of change is that of the newest backup. So `touch` tells the service of one that was made by other means. */
const noteName = 'last-backup'

/** Notes in the data directory of a service when its newest backup was taken, in milliseconds. Nothing where there is no such directory. */
export function noteBackup(dataDir: string, takenAt: number): void {
  if (!existsSync(dataDir)) return
  const draft = join(dataDir, `${noteName}.new`)
  closeSync(openSync(draft, 'w', 0o600))
  utimesSync(draft, takenAt / 1_000, takenAt / 1_000)
  giveToOwnerOf(dataDir, draft)
  renameSync(draft, join(dataDir, noteName))
}

/** When the newest backup was taken, in milliseconds; null where none is known. A worker has its own directory in that of the service. */
export function lastBackupAt(dataDir: string): number | null {
  const directory = /^worker-\d+$/.test(basename(dataDir)) ? dirname(dataDir) : dataDir
  return statSync(join(directory, noteName), { throwIfNoEntry: false })?.mtimeMs ?? null
}
