import { crc32, inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { iconPng, iconSvg, sharingPng } from './pictures.ts'

/** The parts of a PNG by type; a part whose check sum is wrong throws. */
function partsOf(png: Uint8Array): Map<string, Buffer> {
  const bytes = Buffer.from(png)
  const parts = new Map<string, Buffer>()
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const body = bytes.subarray(at + 4, at + 8 + length)
    if (crc32(body) !== bytes.readUInt32BE(at + 8 + length)) throw new Error('a part is broken')
    parts.set(body.subarray(0, 4).toString('latin1'), body.subarray(4))
    at += 12 + length
  }
  return parts
}

describe.each([
  ['the icon', iconPng(), 192, 192],
  ['the picture for sharing', sharingPng(), 1200, 630],
])('%s', (_, png, width, height) => {
  const parts = partsOf(png)
  const rows = inflateSync(parts.get('IDAT')!)
  const pixel = (x: number, y: number) => (rows[y * (1 + width / 4) + 1 + (x >> 2)]! >> (6 - 2 * (x & 3))) & 3

  test('is a whole PNG of its size', () => {
    expect(Buffer.from(png).subarray(1, 4).toString()).toBe('PNG')
    expect([parts.get('IHDR')!.readUInt32BE(0), parts.get('IHDR')!.readUInt32BE(4)]).toEqual([width, height])
    expect(rows.length).toBe((1 + width / 4) * height)
    expect(parts.has('IEND')).toBe(true)
    expect(png.length).toBeLessThan(10_000)
  })

  test('shows a coin of which the upper right quarter shines', () => {
    const [x, y] = width === 192 ? [96, 96] : [260, 315]
    expect([pixel(x + 20, y - 20), pixel(x - 20, y - 20), pixel(x + 20, y + 20), pixel(0, 0)]).toEqual([2, 1, 1, 0])
  })
})

test('the name is written beside the coin', () => {
  const rows = inflateSync(partsOf(sharingPng()).get('IDAT')!)
  expect(rows.some((byte, at) => at % 301 > 117 && (byte & 3) === 3)).toBe(true)
})

test('the SVG icon needs no other file', () => {
  expect(iconSvg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
  expect(iconSvg).not.toMatch(/href|script/)
})
