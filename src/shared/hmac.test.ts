import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { hmacSha256 } from './hmac.ts'

const repeated = (byte: number, length: number) => Buffer.alloc(length, byte)

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
  const mac = hmacSha256(createSecretKey(key))
  for (let time = 0; time < 2; time += 1) expect(Buffer.from(mac(text), 'base64url').toString('hex')).toBe(expected)
})
