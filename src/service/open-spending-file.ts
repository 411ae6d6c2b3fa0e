import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openSharedFile, type SharedFile } from '../store/sqlite/open-shared-file.ts'

/** Opens `spending.db` of a wallet. Only the user of this process can read the file and its directory; several bridges may share it. */
export function openSpendingFile(directory: string, schema: string): SharedFile {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, 'spending.db')
  const file = openSharedFile(path, schema)
  chmodSync(path, 0o600)
  return file
}
