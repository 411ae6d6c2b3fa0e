import { inflate } from 'node:zlib'
import { promisify } from 'node:util'

const inflated: (packed: Uint8Array) => Promise<Buffer> = promisify(inflate)
const woffHeaderBytes = 44
const woffEntryBytes = 20
const sfntHeaderBytes = 12
const sfntEntryBytes = 16
const maxFontBytes = 64_000_000

/**
 * The OpenType font in a WOFF 1.0 file (https://www.w3.org/TR/WOFF/). Fontconfig offers web fonts to no program, and npm
 * has some fonts in no other form.
 * @throws for a file that is not WOFF 1.0
 */
export async function woffToSfnt(woff: Buffer): Promise<Buffer> {
  if (woff.toString('latin1', 0, 4) !== 'wOFF' || woff.readUInt32BE(16) > maxFontBytes) throw new Error('not a WOFF 1.0 font')
  const tableCount = woff.readUInt16BE(12)
  const font = Buffer.alloc(woff.readUInt32BE(16))
  woff.copy(font, 0, 4, 8)
  const entrySelector = Math.floor(Math.log2(tableCount))
  font.writeUInt16BE(tableCount, 4)
  font.writeUInt16BE(16 * 2 ** entrySelector, 6)
  font.writeUInt16BE(entrySelector, 8)
  font.writeUInt16BE(16 * tableCount - 16 * 2 ** entrySelector, 10)
  let offset = sfntHeaderBytes + tableCount * sfntEntryBytes
  for (let index = 0; index < tableCount; index++) {
    const entry = woffHeaderBytes + index * woffEntryBytes
    const [start, packedLength, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [number, number, number]
    const packed = woff.subarray(start, start + packedLength)
    const table = packedLength < length ? await inflated(packed) : packed
    if (table.length !== length) throw new Error('not a WOFF 1.0 font')
    const target = sfntHeaderBytes + index * sfntEntryBytes
    woff.copy(font, target, entry, entry + 4)
    font.writeUInt32BE(woff.readUInt32BE(entry + 16), target + 4)
    font.writeUInt32BE(offset, target + 8)
    font.writeUInt32BE(length, target + 12)
    table.copy(font, offset)
    offset += (length + 3) & ~3
  }
  return font
}
