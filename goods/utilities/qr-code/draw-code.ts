import { crc32, deflateSync } from 'node:zlib'
import { encode } from 'uqr'

export type ErrorCorrection = 'L' | 'M' | 'Q' | 'H'

/** What a code holds and how it looks. Colours as `#rrggbb`. */
export interface CodeOrder {
  readonly contents: string
  readonly ecc: ErrorCorrection
  /** The largest version that may be used: 40, or less where readers expect less. */
  readonly maxVersion: number
  readonly format: 'svg' | 'png'
  /** Pixels of a side. */
  readonly size: number
  /** Modules of quiet zone on each side. */
  readonly margin: number
  readonly dark: string
  readonly light: string
}

export type DrawnCode =
  | { readonly kind: 'drawn'; readonly bytes: Uint8Array; readonly version: number; readonly moduleCount: number }
  /** The contents are longer than a code of this error correction can hold. */
  | { readonly kind: 'too_long' }
  /** A module would be smaller than a pixel. */
  | { readonly kind: 'too_small'; readonly minSize: number }

/** Draws a QR code (ISO/IEC 18004). It takes some 20 ms for the largest codes, so that it belongs on a thread of its own. */
export function drawCode(order: CodeOrder): DrawnCode {
  const { contents, ecc, maxVersion, size, margin, format } = order
  const code = encoded(contents, ecc, maxVersion)
  if (code === null) return { kind: 'too_long' }
  const across = code.size + 2 * margin
  if (size < across) return { kind: 'too_small', minSize: across }
  const bytes = format === 'svg' ? svgOf(code.data, order) : pngOf(code.data, order)
  return { kind: 'drawn', bytes, version: code.version, moduleCount: code.size }
}

function encoded(contents: string, ecc: ErrorCorrection, maxVersion: number): ReturnType<typeof encode> | null {
  try {
    return encode(contents, { ecc, maxVersion, border: 0, boostEcc: false })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

type Modules = readonly (readonly boolean[])[]

/** One path, whose pieces are the dark runs of each row. */
function svgOf(modules: Modules, { size, margin, dark, light }: CodeOrder): Uint8Array {
  const across = modules.length + 2 * margin
  const runs: string[] = []
  for (const [y, row] of modules.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      const start = x
      while (row[x + 1]) x++
      runs.push(`M${start + margin} ${y + margin}h${x - start + 1}v1h-${x - start + 1}z`)
    }
  }
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${across} ${across}" shape-rendering="crispEdges"><path fill="${light}" d="M0 0h${across}v${across}H0z"/><path fill="${dark}" d="${runs.join('')}"/></svg>`
  return Buffer.from(text, 'utf8')
}

/** One bit a pixel, with a palette of two colours. Modules have whole pixels; what is left over widens the margin. */
function pngOf(modules: Modules, { size, margin, dark, light }: CodeOrder): Uint8Array {
  const scale = Math.floor(size / (modules.length + 2 * margin))
  const offset = Math.floor((size - scale * modules.length) / 2)
  const rowBytes = 1 + Math.ceil(size / 8)
  const pixels = Buffer.alloc(rowBytes * size)
  for (const [y, row] of modules.entries()) {
    const line = Buffer.alloc(rowBytes)
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      for (let at = offset + x * scale; at < offset + (x + 1) * scale; at++) line[1 + (at >> 3)]! |= 0x80 >> (at & 7)
    }
    for (let copy = 0; copy < scale; copy++) line.copy(pixels, (offset + y * scale + copy) * rowBytes)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  // One bit a pixel, colours by palette.
  header.set([1, 3, 0, 0, 0], 8)
  const palette = Buffer.from(light.slice(1) + dark.slice(1), 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(data.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}
