import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'

const sync = promisify(fdatasync)

/**
 * Syncs to the disk what commits have written to the WAL, on a separate thread, so that a slow disk delays the payments that wait
 * for it and not the event loop. The engine does the same at `synchronous = FULL`, inside each COMMIT.
 *
 * The file stays the same while a connection is open: the engine truncates and overwrites it, and never replaces it.
 */
export function openWalOnDisk(file: string): { sync(): Promise<void>; close(): void } {
  // Windows needs a file that is open for writing.
  const descriptor = openSync(`${file}-wal`, 'r+')
  return { sync: () => sync(descriptor), close: () => closeSync(descriptor) }
}
