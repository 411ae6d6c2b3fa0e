import { UpstreamGarbage } from '../../../../src/goods/kit/http.ts'
import { crc32 } from 'node:zlib'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'

/** The file that is wanted of an archive. */
export interface PackedFile {
  /** Its name in the archive, in any case. */
  readonly name: string
  /** A longer file is not unpacked to its end. */
  readonly maxBytes: number
}

/** An archive of a list contains the list, and perhaps a schema or a note. */
const maxEntries = 8

/**
 * Unpacks one file of a ZIP archive piece by piece. Decompression runs on Node's threads, and a piece has at most 64 KB, so the event
 * loop is never blocked for long.
 * @throws UpstreamGarbage `not_zip` for anything but an undamaged archive with this file, `too_large` if the file is longer than its
 * limit or than the archive says; and the signal's reason when it aborts.
 */
export async function unzip(archive: readonly Uint8Array[], file: PackedFile, signal: AbortSignal): Promise<Uint8Array[]> {
  signal.throwIfAborted()
  try {
    const zip = await fromBufferPromise(Buffer.concat(archive))
    const entry = await findEntry(zip, file.name)
    // What the archive states can be a lie; the library counts what comes out, and stops there too.
    if (entry.uncompressedSize > file.maxBytes) throw new UpstreamGarbage('too_large')
    return await unpack(zip, entry, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof UpstreamGarbage) throw error
    throw new UpstreamGarbage('not_zip', error)
  }
}

async function findEntry(zip: ZipFile, name: string): Promise<Entry> {
  if (zip.entryCount > maxEntries) throw new UpstreamGarbage('not_zip')
  for await (const entry of zip.eachEntry()) if (entry.fileName.toLowerCase() === name.toLowerCase()) return entry
  throw new UpstreamGarbage('not_zip')
}

async function unpack(zip: ZipFile, entry: Entry, signal: AbortSignal): Promise<Uint8Array[]> {
  const stream = await zip.openReadStreamPromise(entry)
  const pieces: Uint8Array[] = []
  let sum = 0
  for await (const piece of stream as AsyncIterable<Uint8Array>) {
    signal.throwIfAborted()
    sum = crc32(piece, sum)
    pieces.push(piece)
  }
  if (sum !== entry.crc32) throw new UpstreamGarbage('not_zip')
  return pieces
}
