import secp256k1 from 'secp256k1'
import { publicKeyToAddress } from 'viem/accounts'
import type { Authorization, Network } from '../chain/chain.ts'
import { authorizationDigest } from '../chain/eip3009.ts'
import { keccak256 } from '../chain/keccak.ts'
import { fromHex, toHex } from '../shared/bytes.ts'
import type { Hex } from '../shared/bytes.ts'
import type { UnsignedTransaction } from './transaction/unsigned-transaction.ts'
import { encodeTransaction } from './transaction/encode-transaction.ts'

/** Signs for one account, and never gives out its key. A key management service can implement it too. */
export interface Signer {
  /** Lower case. */
  readonly address: Hex
  /** It finishes what it has sent, and begins nothing new. */
  readonly retiring?: boolean
  sign(transaction: UnsignedTransaction): Promise<{ readonly raw: Hex; readonly hash: Hex }>
}

/**
 * A signer that holds its private key in memory.
 * @param privateKey 32 bytes in hex. @throws RangeError when it is not a key; the message does not repeat it.
 */
export function createKeySigner(privateKey: Hex, { retiring = false } = {}): Signer {
  const key = keyBytes(privateKey)
  const address = publicKeyToAddress(toHex(secp256k1.publicKeyCreate(key, false))).toLowerCase() as Hex
  return {
    address,
    retiring,
    async sign(transaction) {
      const encoded = encodeTransaction(transaction)
      const { signature, recid } = secp256k1.ecdsaSign(keccak256(encoded.forSigning), key)
      const raw = encoded.signed({ r: signature.subarray(0, 32), s: signature.subarray(32), yParity: recid })
      return { raw: toHex(raw), hash: toHex(keccak256(raw)) }
    },
  }
}

/** The wallet that gives payments back. It signs authorizations, which our signers send, and holds USDC only. */
export interface RefundWallet {
  /** Lower case. */
  readonly address: Hex
  sign(network: Network, authorization: Omit<Authorization, 'from' | 'signature'>): Authorization
}

/** @param privateKey 32 bytes in hex. @throws RangeError when it is not a key; the message does not repeat it. */
export function createRefundWallet(privateKey: Hex): RefundWallet {
  const key = keyBytes(privateKey)
  const address = publicKeyToAddress(toHex(secp256k1.publicKeyCreate(key, false))).toLowerCase() as Hex
  return {
    address,
    sign(network, given) {
      const authorization = { ...given, from: address }
      const { signature, recid } = secp256k1.ecdsaSign(authorizationDigest(network, authorization), key)
      return { ...authorization, signature: `${toHex(signature)}${recid === 0 ? '1b' : '1c'}` }
    },
  }
}

function keyBytes(privateKey: Hex): Uint8Array {
  const refused = new RangeError('not a private key: expected 32 bytes in 0x-prefixed hex, within the order of secp256k1')
  let key: Uint8Array
  try {
    key = Uint8Array.from(fromHex(privateKey))
  } catch {
    throw refused
  }
  if (key.length !== 32 || !secp256k1.privateKeyVerify(key)) throw refused
  return key
}
