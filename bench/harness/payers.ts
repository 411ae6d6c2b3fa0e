import { randomBytes } from 'node:crypto'
import secp256k1 from 'secp256k1'
import { publicKeyToAddress } from 'viem/accounts'
import type { Authorization, Network } from '../../src/chain/chain.ts'
import { authorizationDigest } from '../../src/chain/eip3009.ts'
import { toHex, type Hex } from '../../src/shared/bytes.ts'

/** A wallet whose authorizations are signed natively: tens of thousands are needed, and viem signs a thousand a second. */
export interface Payer {
  readonly address: Hex
  sign(network: Network, transfer: Transfer): Authorization
}

export type Transfer = Omit<Authorization, 'from' | 'signature'>

export function createPayers(count: number): Payer[] {
  return Array.from({ length: count }, () => createPayer(randomBytes(32)))
}

function createPayer(key: Uint8Array): Payer {
  const address = publicKeyToAddress(toHex(secp256k1.publicKeyCreate(key, false)))
  return {
    address,
    sign(network, transfer) {
      const { signature, recid } = secp256k1.ecdsaSign(authorizationDigest(network, { ...transfer, from: address }), key)
      return { ...transfer, from: address, signature: `${toHex(signature)}${recid === 0 ? '1b' : '1c'}` }
    },
  }
}
