import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../shared/operator-error.ts'
import { openSharedFile, type SharedFile } from '../store/sqlite/open-shared-file.ts'
import { explained, Unopenable } from '../store/sqlite/unopenable.ts'

/**
 * Opens `spending.db` of a wallet. Only the user of this process can read the file and its directory; several bridges may share it.
 * @throws OperatorError where this user may not write
 */
export function openSpendingFile(directory: string, schema: string): SharedFile {
  const path = join(directory, 'spending.db')
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    const file = openSharedFile(path, schema)
    chmodSync(path, 0o600)
    return file
  } catch (cause) {
    if (!(explained(cause, path, 'write') instanceof Unopenable)) throw cause
    const words = `this user can't keep the record of what was spent in ${directory}: name a directory of its own with --data-dir`
    throw new OperatorError(words, { cause })
  }
}
