import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isReceiptId } from '../../shared/ids.ts'
import { growingFile, type GrowingBytes } from './growing-answer.ts'

/** Where large answers are stored. Ids are 32 lower-case hex characters, since they become file names. */
export interface AnswerFiles {
  /** Resolves once the bytes are on disk. */
  write(id: string, bytes: Uint8Array): Promise<void>
  read(id: string): Promise<Uint8Array | undefined>
  /** A file for an answer that is made while others read it; it is gone when they have ended. */
  grow(id: string): Promise<GrowingBytes>
  /** Does nothing where there is no such file. */
  remove(id: string): Promise<void>
  /** All files, half-written ones too, with the time when each was written, in milliseconds since the epoch. */
  list(): Promise<{ readonly id: string; readonly writtenAt: number }[]>
}

const partial = '.partial'

/** Files in one directory, which is made with the first file. A file is written under another name, synced, then renamed, so that no reader sees half of it. */
export function createAnswerFiles(directory: string): AnswerFiles {
  const pathOf = (id: string) => {
    if (!isReceiptId(id)) throw new RangeError('an answer file is named by 32 hex characters')
    return join(directory, id)
  }
  return {
    async write(id, bytes) {
      const path = pathOf(id)
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const file = await open(path + partial, 'w', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(path + partial, path)
      const folder = await open(directory, 'r')
      try {
        await folder.sync()
      } finally {
        await folder.close()
      }
    },
    async grow(id) {
      pathOf(id)
      return growingFile(directory, id)
    },
    async read(id) {
      const bytes = await readFile(pathOf(id)).catch(undefinedWhereMissing)
      return bytes && new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    },
    async remove(id) {
      await rm(pathOf(id), { force: true })
      await rm(pathOf(id) + partial, { force: true })
    },
    async list() {
      const names = (await readdir(directory).catch(undefinedWhereMissing)) ?? []
      const files: { id: string; writtenAt: number }[] = []
      for (const name of names) {
        const id = name.endsWith(partial) ? name.slice(0, -partial.length) : name
        const stats = isReceiptId(id) ? await stat(join(directory, name)).catch(undefinedWhereMissing) : undefined
        if (stats) files.push({ id, writtenAt: Math.floor(stats.mtimeMs) })
      }
      return files
    },
  }
}

function undefinedWhereMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  return undefined
}
