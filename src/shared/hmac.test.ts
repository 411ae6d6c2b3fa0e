import { createHmac, createSecretKey } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hmacSha256 } from './hmac.ts'

test("is what Node's own makes, whatever the secret and the text, one after the other", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 200 }),
      fc.array(fc.string({ unit: 'binary', maxLength: 2_000 }), { maxLength: 5 }),
      (key, texts) => {
        const secret = createSecretKey(key)
        const ours = hmacSha256(secret)
        for (const text of texts) expect(ours(text)).toBe(createHmac('sha256', secret).update(text).digest('base64url'))
      },
    ),
    { numRuns: 300 },
  )
})
