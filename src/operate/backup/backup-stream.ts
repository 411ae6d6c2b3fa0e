import type { Readable } from 'node:stream'
import { Readable as ReadableStream } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { BackupRefused, type BackupEnd } from '../../ledger/backup/backup-format.ts'

/** A backup on its way: the compressed bytes, and its last line once they have all been read. */
export interface BackupStream {
  readonly bytes: Readable
  end(): BackupEnd
}

/** Little work for each byte: a backup is made while a service sells on the same machine. */
const level = 1
/** Rows have lines of about a megabyte; one answer may be larger. */
const maxLineBytes = 256 * 1024 * 1024

/** Compresses lines. Where one of them can't be made, the stream fails with the reason. */
export function compressed(lines: AsyncGenerator<string, BackupEnd>): BackupStream {
  let end: BackupEnd | undefined
  async function* texts() {
    for (;;) {
      const { value, done } = await lines.next()
      if (done) {
        end = value
        return
      }
      yield Buffer.from(value)
    }
  }
  const source = ReadableStream.from(texts(), { objectMode: false })
  const gzip = createGzip({ level })
  source.on('error', (error) => gzip.destroy(error))
  gzip.on('close', () => source.destroy())
  return {
    bytes: source.pipe(gzip),
    end() {
      if (!end) throw new Error('the backup has not been read to its end')
      return end
    },
  }
}

/**
 * The lines of a compressed backup. Only a line feed ends a line, since texts may have other separators in them.
 * @throws BackupRefused where it is not compressed as backups are, or is broken off
 */
export async function* linesOf(bytes: Readable): AsyncGenerator<string> {
  const gunzip = createGunzip()
  bytes.on('error', (error) => gunzip.destroy(error))
  const open: Buffer[] = []
  let openBytes = 0
  try {
    for await (const chunk of bytes.pipe(gunzip) as AsyncIterable<Buffer>) {
      let from = 0
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        const last = chunk.subarray(from, at)
        yield open.length === 0 ? last.toString('utf8') : Buffer.concat([...open, last]).toString('utf8')
        open.length = openBytes = 0
        from = at + 1
      }
      if (from === chunk.length) continue
      open.push(chunk.subarray(from))
      openBytes += chunk.length - from
      if (openBytes > maxLineBytes) throw new BackupRefused('a line of it is too long')
    }
  } catch (error) {
    throw isBroken(error) ? new BackupRefused('it is not a backup of farthing, or is broken off') : error
  }
  if (openBytes > 0) throw new BackupRefused('its last line is broken off')
}

function isBroken(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && code.startsWith('Z_')
}
