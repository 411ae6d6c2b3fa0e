import type { Random } from '../../shared/random.ts'

/** A multiple of three, so that base64url of it ends where a character ends, and 144 bits, which nobody guesses. */
const nonceBytes = 18
/** Base64url characters of those characters. */
export const encodedNonceBytes = 32
/** What fits the 4 KB in which randomness is fetched from the machine. */
const atOnce = 224

/** Random nonces in base64url, each encoded in base64url a second time, as JSON that holds one is. */
export interface Nonces {
  /** ASCII of many, one behind the other. The same array for good. */
  readonly encoded: Uint8Array
  /** Where a nonce stands in `encoded` that was not given out before. Good until the next one is asked for. */
  next(): number
}

/** Makes many at once: every call for randomness, and every call of an encoder, costs more than what it does. */
export function createNonces(random: Random): Nonces {
  const encoded = Buffer.alloc(atOnce * encodedNonceBytes)
  let at = encoded.length

  return {
    encoded,
    next() {
      if (at === encoded.length) {
        const nonces = Buffer.from(random.bytes(atOnce * nonceBytes)).toString('base64url')
        encoded.write(Buffer.from(nonces, 'latin1').toString('base64url'), 'latin1')
        at = 0
      }
      at += encodedNonceBytes
      return at - encodedNonceBytes
    },
  }
}
