import secp256k1 from 'secp256k1'
import { keccak256 } from '../../../src/chain/keccak.ts'
import { fromHex, type Hex, toHex } from '../../../src/shared/bytes.ts'

/** Half of the group order of secp256k1. */
const halfOrder = '7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0'

/**
 * Recovers the signer as the token's signature check does: the account that signed the digest, lower case, or null when the token
 * does not accept the 65 bytes as a signature. The same as `recoverSigner` of the service, but synchronous: a block can't wait.
 */
export function recoverAtOnce(digest: Uint8Array, signature: Hex): Hex | null {
  const lower = signature.toLowerCase()
  const v = lower.slice(130)
  if (lower.length !== 132 || (v !== '1b' && v !== '1c') || lower.slice(66, 130) > halfOrder) return null
  return recoverAccount(digest, fromHex(lower.slice(0, 130)), v === '1b' ? 0 : 1)
}

/** The account whose key made a signature (r and s, 64 bytes), lower case; null when there is none. */
export function recoverAccount(digest: Uint8Array, signature: Uint8Array, recovery: number): Hex | null {
  try {
    return toHex(keccak256(secp256k1.ecdsaRecover(signature, recovery, digest, false).subarray(1)).subarray(12))
  } catch {
    return null
  }
}
