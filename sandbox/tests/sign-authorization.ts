import { randomBytes } from 'node:crypto'
import { privateKeyToAccount } from 'viem/accounts'
import type { Authorization } from '../../src/chain/chain.ts'
import { toHex, type Hex } from '../../src/shared/bytes.ts'
import type { WorldNetwork } from '../world.ts'

export interface AuthorizationWish {
  readonly privateKey: Hex
  readonly network: Pick<WorldNetwork, 'chainId' | 'usdc' | 'name' | 'version'>
  readonly to: Hex
  readonly value: bigint
  /** Default: the key's own account. Otherwise the address of a contract wallet whose owner has the key. */
  readonly from?: Hex
  /** Default 0. */
  readonly validAfter?: bigint
  /** Default: in ten minutes. */
  readonly validBefore?: bigint
  /** Default: random. */
  readonly nonce?: Hex
}

const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

/** An EIP-3009 authorization of a payer's wallet. viem signs it, so that tests compare our hashing with viem's. */
export async function signAuthorization({ privateKey, network, to, value, ...wish }: AuthorizationWish): Promise<Authorization> {
  const account = privateKeyToAccount(privateKey)
  const message = {
    from: wish.from ?? account.address,
    to,
    value,
    validAfter: wish.validAfter ?? 0n,
    validBefore: wish.validBefore ?? BigInt(Math.floor(Date.now() / 1000) + 600),
    nonce: wish.nonce ?? toHex(randomBytes(32)),
  }
  const signature = await account.signTypedData({
    domain: { name: network.name, version: network.version, chainId: network.chainId, verifyingContract: network.usdc },
    types,
    primaryType: 'TransferWithAuthorization',
    message,
  })
  return { ...message, signature }
}
