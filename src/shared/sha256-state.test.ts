import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blockBytes, sha256Start, takeBlocks } from './sha256-state.ts'

/** The message behind `offset` bytes of something else, ended as FIPS 180-4 says. */
function digest(message: Uint8Array, offset = 0): string {
  const blocks = Math.ceil((message.length + 9) / blockBytes) * blockBytes
  const bytes = Buffer.alloc(offset + blocks, 0xee).fill(0, offset)
  bytes.set(message, offset)
  bytes[offset + message.length] = 0x80
  bytes.writeUInt32BE(message.length * 8, bytes.length - 4)
  const state = sha256Start()
  takeBlocks(state, bytes, offset, bytes.length)
  return Buffer.from(Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join(''), 'hex').toString('hex')
}

test('comes to what Node’s own comes to, for every length up to 300', () => {
  for (let length = 0; length <= 300; length += 1) {
    const message = Buffer.from(Array.from({ length }, (_, index) => (index * 151 + length * 7) & 0xff))
    expect(digest(message)).toBe(createHash('sha256').update(message).digest('hex'))
  }
})

test('comes to what Node’s own comes to, whatever the bytes and wherever they lie', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), fc.nat(70), (message, offset) => {
      expect(digest(message, offset)).toBe(createHash('sha256').update(message).digest('hex'))
    }),
    { numRuns: 500 },
  )
})

test('may stop after any block and go on from there, with others in between', () => {
  const bytes = Buffer.from(Array.from({ length: 6 * blockBytes }, (_, index) => (index * 37) & 0xff))
  const whole = sha256Start()
  takeBlocks(whole, bytes, 0, bytes.length)
  for (let blocks = 0; blocks <= 6; blocks += 1) {
    const state = sha256Start()
    takeBlocks(state, bytes, 0, blocks * blockBytes)
    takeBlocks(sha256Start(), bytes, blockBytes, 2 * blockBytes)
    takeBlocks(state, bytes, blocks * blockBytes, bytes.length)
    expect(state).toEqual(whole)
  }
})
