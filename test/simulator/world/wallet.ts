import secp256k1 from 'secp256k1'
import type { Authorization, Network } from '../../../src/chain/chain.ts'
import { authorizationDigest } from '../../../src/chain/eip3009.ts'
import { createKeySigner } from '../../../src/settler/signer.ts'
import { fromHex, toHex, type Hex } from '../../../src/shared/bytes.ts'
import type { Random } from '../../../src/shared/random.ts'

/** A key of a payer, or of the service. */
export interface Wallet {
  readonly privateKey: Hex
  /** Lower case. */
  readonly address: Hex
}

export function newWallet(random: Random): Wallet {
  const privateKey = toHex(random.bytes(32))
  return { privateKey, address: createKeySigner(privateKey).address }
}

/** An EIP-3009 authorization, signed as the payer's wallet would. */
export function signTransfer(wallet: Wallet, network: Network, transfer: Omit<Authorization, 'signature' | 'from'>): Authorization {
  const unsigned = { ...transfer, from: wallet.address }
  const { signature, recid } = secp256k1.ecdsaSign(authorizationDigest(network, unsigned), fromHex(wallet.privateKey))
  return { ...unsigned, signature: `${toHex(signature)}${(27 + recid).toString(16)}` }
}
