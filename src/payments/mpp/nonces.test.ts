import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Random } from '../../shared/random.ts'
import { createNonces, encodedNonceBytes, type Nonces } from './nonces.ts'

/** Randomness that is kept, to see what became of it. */
function keptRandom(): Random & { readonly drawn: Buffer[] } {
  const drawn: Buffer[] = []
  return {
    drawn,
    bytes(length) {
      const bytes = randomBytes(length)
      drawn.push(Buffer.from(bytes))
      return bytes
    },
  }
}

function take(nonces: Nonces): Buffer {
  const at = nonces.next()
  const outer = Buffer.from(nonces.encoded.subarray(at, at + encodedNonceBytes)).toString('latin1')
  const nonce = Buffer.from(outer, 'base64url').toString('latin1')
  expect(nonce).toMatch(/^[A-Za-z0-9_-]{24}$/)
  expect(Buffer.from(nonce, 'latin1').toString('base64url')).toBe(outer)
  return Buffer.from(nonce, 'base64url')
}

test('nonces are all of the randomness that was fetched, every byte of it used once', () => {
  const random = keptRandom()
  const nonces = createNonces(random)
  expect(random.drawn).toHaveLength(0)
  const taken = Array.from({ length: 1000 }, () => take(nonces))
  const drawn = Buffer.concat(random.drawn)
  expect(Buffer.concat(taken)).toEqual(drawn.subarray(0, 1000 * 18))
  expect(new Set(taken.map((nonce) => nonce.toString('hex'))).size).toBe(1000)
})

test('randomness is fetched again only when all of it is used', () => {
  const random = keptRandom()
  const nonces = createNonces(random)
  for (let count = 1; count <= 1000; count += 1) {
    take(nonces)
    const bytes = random.drawn.reduce((sum, one) => sum + one.length, 0)
    expect(bytes - count * 18).toBeGreaterThanOrEqual(0)
    expect(bytes - count * 18).toBeLessThan(random.drawn[0]!.length)
  }
  expect(random.drawn.length).toBeLessThan(10)
})

test('no nonce is given out again when fetching failed', () => {
  const random = keptRandom()
  let fails = false
  const nonces = createNonces({
    bytes(length) {
      if (fails) throw new Error('no randomness')
      return random.bytes(length)
    },
  })
  const seen = new Set([take(nonces).toString('hex')])
  fails = true
  let taken = 1
  while (taken < 1000) {
    try {
      seen.add(take(nonces).toString('hex'))
      taken += 1
    } catch {
      break
    }
  }
  expect(() => nonces.next()).toThrow('no randomness')
  fails = false
  seen.add(take(nonces).toString('hex'))
  expect(taken).toBeLessThan(1000)
  expect(seen.size).toBe(taken + 1)
})
