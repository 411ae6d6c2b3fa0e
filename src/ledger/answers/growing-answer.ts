import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** An answer that is copied to a file while it is made, so that each of its readers gets all of it, also one that comes later. */
export interface GrowingAnswer {
  /** Resolves when the bytes are in the file, and readers have been told. */
  append(bytes: Uint8Array): Promise<void>
  /** All bytes so far. */
  whole(): Promise<Uint8Array>
  /** No more bytes follow. Readers end behind the last one: well, or with this error. The file is removed behind the last reader. */
  end(error: Error | null): void
  /** From the first byte on, while the answer grows and to its end. Each reader reads for itself. */
  read(): AsyncGenerator<Uint8Array, void, void>
}

/** Bytes that a reader takes at once. */
const readBytes = 64 * 1024

/** What holds the bytes of a growing answer. */
export interface GrowingBytes {
  write(position: number, bytes: Uint8Array): Promise<void>
  read(position: number, length: number): Promise<Uint8Array>
  /** After the last read: its bytes are not needed again. */
  remove(): Promise<void>
}

export function growingAnswer(bytes: GrowingBytes): GrowingAnswer {
  let size = 0
  let readers = 0
  let ended: { readonly error: Error | null } | null = null
  let waiting: (() => void)[] = []

  function wake(): void {
    const woken = waiting
    waiting = []
    for (const resolve of woken) resolve()
  }

  /** What can't be removed now is removed with what a crash leaves. */
  function removeBehindLast(): void {
    if (ended && readers === 0) void bytes.remove().catch(() => {})
  }

  return {
    async append(more) {
      await bytes.write(size, more)
      size += more.byteLength
      wake()
    },
    whole: () => bytes.read(0, size),
    end(error) {
      if (ended) return
      ended = { error }
      wake()
      removeBehindLast()
    },
    async *read() {
      readers += 1
      try {
        for (let position = 0; ;) {
          if (position < size) {
            const some = await bytes.read(position, Math.min(readBytes, size - position))
            position += some.byteLength
            yield some
          } else if (ended) {
            if (ended.error) throw ended.error
            return
          } else await new Promise<void>((resolve) => void waiting.push(resolve))
        }
      } finally {
        readers -= 1
        removeBehindLast()
      }
    },
  }
}

/** In a file of this name, in a directory that is made with the first one. A file that a crash leaves is removed with the answers that no row names. */
export async function growingFile(directory: string, name: string): Promise<GrowingBytes> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, name)
  const file = await open(path, 'w+', 0o600)
  return {
    async write(position, bytes) {
      for (let written = 0; written < bytes.byteLength;) {
        const { bytesWritten } = await file.write(bytes, written, bytes.byteLength - written, position + written)
        written += bytesWritten
      }
    },
    async read(position, length) {
      const bytes = new Uint8Array(length)
      for (let read = 0; read < length;) {
        const { bytesRead } = await file.read(bytes, read, length - read, position + read)
        if (bytesRead === 0) throw new Error('the file of an answer is shorter than it was')
        read += bytesRead
      }
      return bytes
    },
    async remove() {
      await file.close()
      await rm(path, { force: true })
    },
  }
}
