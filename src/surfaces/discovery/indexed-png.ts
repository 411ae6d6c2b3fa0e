import { crc32, deflateSync } from 'node:zlib'

/** Red, green and blue, 0 to 255 each. */
export type Colour = readonly [number, number, number]

/** A PNG of at most four colours, two bits to a pixel; `colourAt` gives the index of a pixel's colour. The width is a multiple of 4. */
export function indexedPng(
  width: number,
  height: number,
  colours: readonly Colour[],
  colourAt: (x: number, y: number) => number,
): Uint8Array {
  const stride = 1 + width / 4
  // A row begins with the number of its filter: 0 is none.
  const rows = new Uint8Array(stride * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[y * stride + 1 + (x >> 2)]! |= colourAt(x, y) << (6 - 2 * (x & 3))
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Bits to a pixel, and colours by a palette.
  head.set([2, 3], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(colours.flat())),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND'),
  ])
}

function chunk(type: string, data: Uint8Array = new Uint8Array()): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
