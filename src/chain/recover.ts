import { createRequire } from 'node:module'
import { fromHex, type Hex, toHex } from '../shared/bytes.ts'
import type { Authorization, Network } from './chain.ts'
import { authorizationDigest } from './eip3009.ts'
import { keccak256 } from './keccak.ts'

type NativeRecover = (signature: Uint8Array, recovery: number, digest: Uint8Array, compressed: boolean) => Uint8Array

// Without its native binding the package silently falls back to a slow JavaScript implementation, so the binding itself is
// required here.
const nativeRecover = loadNative()

/** False when the native binding is missing. Signature checks are then about 30 times slower, and the start-up log warns. */
export const nativeSignatures = nativeRecover !== null

/** Half of the group order of secp256k1. The token refuses an s above it, so this check does too. */
const halfOrder = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex')

/**
 * The plain account that signed a 32-byte digest, as a lower-case address; null for a signature that the token would refuse
 * (wrong length, v other than 27 or 28, s in the upper half, not on the curve). Never throws.
 */
export async function recoverSigner(digest: Uint8Array, signature: Hex): Promise<Hex | null> {
  if (signature.length !== 132) return null
  try {
    const bytes = fromHex(signature)
    const v = bytes[64]
    if (v !== 27 && v !== 28) return null
    if (bytes.compare(halfOrder, 0, 32, 32, 64) > 0) return null
    return nativeRecover === null
      ? await recoverPortable(digest, signature)
      : recoverNative(nativeRecover, digest, bytes.subarray(0, 64), v - 27)
  } catch {
    return null
  }
}

/** Some signers write the recovery id as 0 or 1. For plain accounts the token accepts only 27 and 28. */
export function withTokenV(signature: Hex): Hex {
  if (signature.length !== 132) return signature
  if (signature.endsWith('00')) return `${signature.slice(0, 130)}1b` as Hex
  if (signature.endsWith('01')) return `${signature.slice(0, 130)}1c` as Hex
  return signature
}

/** Whether the payer of an authorization, as a plain account, signed it for this network's token. */
export async function signedByPayer(network: Network, authorization: Authorization): Promise<boolean> {
  const signer = await recoverSigner(authorizationDigest(network, authorization), authorization.signature)
  return signer !== null && signer === authorization.from.toLowerCase()
}

function recoverNative(recover: NativeRecover, digest: Uint8Array, signature: Uint8Array, recovery: number): Hex {
  const publicKey = recover(signature, recovery, digest, false)
  return toHex(keccak256(publicKey.subarray(1)).subarray(12))
}

/** The same in JavaScript. Exported for its test, because most machines never run it. */
export async function recoverPortable(digest: Uint8Array, signature: Hex): Promise<Hex> {
  const { recoverAddress } = await import('viem')
  return (await recoverAddress({ hash: toHex(digest), signature })).toLowerCase() as Hex
}

function loadNative(): NativeRecover | null {
  try {
    const bindings = createRequire(import.meta.url)('secp256k1/bindings') as { ecdsaRecover: NativeRecover }
    return bindings.ecdsaRecover
  } catch {
    return null
  }
}
