import { renameSync, writeFileSync } from 'node:fs'

/** Writes JSON that only the file's owner may read. Readers see the old file or the complete new one. */
export function writePrivateFile(file: string, content: unknown): void {
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  renameSync(unfinished, file)
}
