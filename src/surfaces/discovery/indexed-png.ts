import { crc32, deflateSync } from 'node:zlib'

/** Red, green and blue, 0 to 255 each. */
export type Colour = readonly [number, number, number]

/** A part of a picture: `colourAt` gives the index of the colour at a place that is counted from its left upper corner. */
export interface Figure {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  colourAt(x: number, y: number): number
}

/** A PNG of at most four colours, two bits to a pixel: figures, no two in one place, on a ground of the first colour. The width is a multiple of 4. */
export function indexedPng(width: number, height: number, colours: readonly Colour[], figures: readonly Figure[]): Uint8Array {
  const stride = 1 + width / 4
  // A row begins with the number of its filter: 0 is none.
  const rows = new Uint8Array(stride * height)
  for (const figure of figures) {
    for (let y = 0; y < figure.height; y++) {
      const start = (figure.top + y) * stride + 1
      for (let x = 0; x < figure.width; x++) {
        const column = figure.left + x
        rows[start + (column >> 2)]! |= figure.colourAt(x, y) << (6 - 2 * (column & 3))
      }
    }
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
