import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const named = /^[0-9a-f]{16}$/
const fileOf = (directory: string) => join(directory, 'instance')

/** The instance that last used this data directory; null when there was none, or when the file is not valid. */
export function readInstanceFile(directory: string): string | null {
  try {
    const text = readFileSync(fileOf(directory), 'utf8').trim()
    return named.test(text) ? text : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Records which instance uses the directory now. It is on disk when this returns, and never half written. */
export function writeInstanceFile(directory: string, instance: string): void {
  const file = fileOf(directory)
  const draft = `${file}.new`
  const handle = openSync(draft, 'w', 0o600)
  try {
    writeSync(handle, `${instance}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(draft, file)
  const folder = openSync(directory, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
