import { crc32, deflateRawSync } from 'node:zlib'

/** A file in an archive. `says` is what the archive states about it; by default the truth. */
export interface ArchivedFile {
  readonly name: string
  readonly content: string | Uint8Array
  readonly says?: { readonly bytes?: number; readonly crc32?: number }
}

/** A ZIP archive of files compressed with DEFLATE (PKWARE's APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16). */
export function zipArchive(files: readonly ArchivedFile[]): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, says = {} } of files) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const fileName = Buffer.from(name)
    const facts = Buffer.alloc(26)
    // Version 2.0, no flags, DEFLATE, midnight of 1980-01-01.
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt16LE(0x21, 8)
    facts.writeUInt32LE(says.crc32 ?? crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(says.bytes ?? bytes.length, 18)
    facts.writeUInt16LE(fileName.length, 22)
    const local = [Buffer.from('PK\u0003\u0004'), facts, fileName, packed]
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), facts, place, fileName)
    parts.push(...local)
    offset += local.reduce((sum, { length }) => sum + length, 0)
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    8,
  )
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\u0005\u0006'), end])
}
