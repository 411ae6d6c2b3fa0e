import secp256k1 from 'secp256k1'
import { publicKeyToAddress } from 'viem/accounts'
import type { Authorization, Network } from '../chain/chain.ts'
import { authorizationDigest } from '../chain/eip3009.ts'
import { toHex, type Hex } from '../shared/bytes.ts'
import { keyBytes } from './signer.ts'

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
