import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digestCharacters, hmacFrame, type HmacFrame, hmacKey, writeFramedHmac } from './hmac-frame.ts'

const secretOf = (bytes: Uint8Array) => createSecretKey(bytes)
const repeated = (byte: number, length: number) => Buffer.alloc(length, byte)

/** What a frame writes, between two characters that it must leave alone. */
function written(frame: HmacFrame): string {
  const into = Buffer.alloc(digestCharacters + 2, '!')
  writeFramedHmac(frame, into, 1)
  expect([into[0], into.at(-1)]).toEqual([0x21, 0x21])
  return into.toString('latin1', 1, 1 + digestCharacters)
}

const framed = (secret: KeyObject, text: string, from = 0) => written(hmacFrame(hmacKey(secret), text, from))
const native = (secret: KeyObject, text: string | Uint8Array) => createHmac('sha256', secret).update(text).digest('base64url')

test.each([
  [1, repeated(0x0b, 20), 'Hi There', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
  [2, Buffer.from('Jefe'), 'what do ya want for nothing?', '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'],
  [
    6,
    repeated(0xaa, 131),
    'Test Using Larger Than Block-Size Key - Hash Key First',
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  ],
  [
    7,
    repeated(0xaa, 131),
    'This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm.',
    '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
  ],
])('makes test case %i of RFC 4231', (_, key, text, expected) => {
  expect(Buffer.from(framed(secretOf(key), text), 'base64url').toString('hex')).toBe(expected)
})

test.each([
  [3, repeated(0xaa, 20), repeated(0xdd, 50), '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe'],
  [
    4,
    Buffer.from(Array.from({ length: 25 }, (_, index) => index + 1)),
    repeated(0xcd, 50),
    '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
  ],
])('makes test case %i of RFC 4231, of bytes that are no text, written in later', (_, key, data, expected) => {
  const frame = hmacFrame(hmacKey(secretOf(key)), ' '.repeat(data.length), 0)
  frame.rest.set(data)
  expect(Buffer.from(written(frame), 'base64url').toString('hex')).toBe(expected)
})

test('is what Node’s own makes, for every length up to 300 and keys around a block', () => {
  for (let length = 0; length <= 300; length += 1) {
    const secret = secretOf(repeated(length & 0xff, 32 + (length % 66)))
    const text = Array.from({ length }, (_, index) => String.fromCharCode(32 + ((index * 7 + length) % 95))).join('')
    expect(framed(secret, text, length >>> 1)).toBe(native(secret, text))
  }
})

const anyKey = fc.uint8Array({ minLength: 1, maxLength: 200 })

test('is what Node’s own makes, whatever the key, the text and the place from which on it may change', () => {
  fc.assert(
    fc.property(anyKey, fc.string({ unit: 'binary', maxLength: 1_000 }), fc.nat(), (key, text, place) => {
      const secret = secretOf(key)
      expect(framed(secret, text, place % (Buffer.byteLength(text) + 1))).toBe(native(secret, text))
    }),
    { numRuns: 300 },
  )
})

test('follows every change from there on, with other frames of the same key and of others in between', () => {
  fc.assert(
    fc.property(
      fc.tuple(anyKey, anyKey),
      fc.uint8Array({ minLength: 1, maxLength: 400 }),
      fc.nat(),
      fc.array(fc.tuple(fc.nat(), fc.nat(255), fc.boolean()), { maxLength: 8 }),
      (keys, base, place, changes) => {
        const text = Buffer.from(base.map((byte) => byte & 0x7f))
        const from = place % text.length
        const pairs = keys.map((bytes) => {
          const secret = secretOf(bytes)
          const key = hmacKey(secret)
          return { secret, frames: [1, 2].map(() => ({ frame: hmacFrame(key, text.toString('latin1'), from), now: Buffer.from(text) })) }
        })
        for (const [at, byte, second] of changes) {
          for (const { secret, frames } of pairs) {
            const { frame, now } = frames[second ? 1 : 0]!
            const changed = from + (at % (text.length - from))
            now[changed] = byte
            frame.rest[changed - frame.restAt] = byte
            for (const one of frames) expect(written(one.frame)).toBe(native(secret, one.now))
          }
        }
      },
    ),
    { numRuns: 200 },
  )
})
