import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'

const toDisk = promisify(fdatasync)

/**
 * Puts on the disk what commits have written to the WAL, on a thread of its own: a disk that takes long holds the payments that
 * wait for it and not the event loop. The engine does the same at `synchronous = FULL`, inside each COMMIT.
 *
 * The file is the same as long as a connection is open: the engine cuts it and begins it anew, and never replaces it.
 */
export function openWalOnDisk(file: string): { sync(): Promise<void>; close(): void } {
  // Windows wants a file that could be written.
  const descriptor = openSync(`${file}-wal`, 'r+')
  return { sync: () => toDisk(descriptor), close: () => closeSync(descriptor) }
}
