import secp256k1 from 'secp256k1'
import { publicKeyToAddress } from 'viem/accounts'
import { keccak256 } from '../../chain/keccak.ts'
import { toHex, type Hex } from '../../shared/bytes.ts'
import type { Timers } from '../../shared/clock.ts'
import { encodeTransaction, type TransactionSignature } from '../transaction/encode-transaction.ts'
import type { Signer } from '../signer.ts'
import { SignerFailed } from './signer-failed.ts'

/** What is to be signed: a transaction as it is encoded for that, and the digest of it. */
export interface SigningRequest {
  readonly bytes: Uint8Array
  /** keccak-256 of `bytes`, 32 bytes. */
  readonly digest: Uint8Array
  /** Aborted when the answer is no longer needed. */
  readonly signal: AbortSignal
}

/** A service that keeps a key and signs with it. */
export interface KeyService {
  /** In words for the operator, without addresses and secrets: `Web3Signer`. */
  readonly name: string
  /** The 64 bytes of r and s. @throws any error: what it says is not passed on */
  sign(request: SigningRequest): Promise<Uint8Array>
}

export interface RemoteSignerOptions {
  /** The account that the key belongs to. A signature of another key is refused. */
  readonly address: Hex
  readonly service: KeyService
  /** Milliseconds. */
  readonly timeoutMs: number
  readonly timers: Timers
}

/**
 * A signer whose key stays with another service. It waits for a limited time, and checks each signature, so that a wrong one
 * reaches neither the ledger nor the chain. @throws SignerFailed from `sign`
 */
export function createRemoteSigner({ address, service, timeoutMs, timers }: RemoteSignerOptions): Signer {
  const own = address.toLowerCase() as Hex

  async function ask(bytes: Uint8Array, digest: Uint8Array): Promise<Uint8Array> {
    const given = new AbortController()
    const late = Promise.withResolvers<never>()
    const cancel = timers.after(timeoutMs, () => late.reject(new SignerFailed('timeout', service.name, own)))
    try {
      return await Promise.race([service.sign({ bytes, digest, signal: given.signal }), late.promise])
    } catch (error) {
      if (error instanceof SignerFailed) throw error
      throw new SignerFailed('unreachable', service.name, own, { cause: error })
    } finally {
      cancel()
      given.abort()
    }
  }

  return {
    address: own,
    async sign(transaction) {
      const encoded = encodeTransaction(transaction)
      const digest = keccak256(encoded.forSigning)
      const signature = signatureBy(own, digest, await ask(encoded.forSigning, digest))
      if (signature === null) throw new SignerFailed('wrong_signature', service.name, own)
      const raw = encoded.signed(signature)
      return { raw: toHex(raw), hash: toHex(keccak256(raw)) }
    },
  }
}

/** The signature with its parity and with the lower s, as chains ask for (EIP-2); null where it is not one of this account. */
function signatureBy(address: Hex, digest: Uint8Array, given: Uint8Array): TransactionSignature | null {
  try {
    const signature = secp256k1.signatureNormalize(Uint8Array.from(given))
    for (const yParity of [0, 1]) {
      const key = recovered(signature, yParity, digest)
      if (key !== null && publicKeyToAddress(toHex(key)).toLowerCase() === address) {
        return { r: signature.subarray(0, 32), s: signature.subarray(32, 64), yParity }
      }
    }
  } catch {
    // Not 64 bytes, or r or s out of range.
  }
  return null
}

/** Not every parity leads to a point on the curve. */
function recovered(signature: Uint8Array, yParity: number, digest: Uint8Array): Uint8Array | null {
  try {
    return secp256k1.ecdsaRecover(signature, yParity, digest, false)
  } catch {
    return null
  }
}
