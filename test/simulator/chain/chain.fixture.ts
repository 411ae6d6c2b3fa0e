import secp256k1 from 'secp256k1'
import { publicKeyToAddress } from 'viem/accounts'
import type { Authorization, Chain, Fees, Network } from '../../../src/chain/chain.ts'
import { addressDigits, bytesDigits, uintDigits } from '../../../src/chain/abi.ts'
import { authorizationDigest, domainSeparator } from '../../../src/chain/eip3009.ts'
import { keccak256 } from '../../../src/chain/keccak.ts'
import { networks } from '../../../src/chain/networks.ts'
import { createKeySigner, type Signer } from '../../../src/settler/signer.ts'
import { fromHex, type Hex, toHex } from '../../../src/shared/bytes.ts'
import { createSimulatedChain, type SimulatedChain, type SimulatedChainOptions } from './simulated-chain.ts'

export const base = networks.find(({ slug }) => slug === 'base') as Network
export const skale = networks.find(({ slug }) => slug === 'skale') as Network
const genesisTimestamp = 1_800_000_000n
export const payTo: Hex = `0x${'77'.repeat(20)}`
export const price = 7_500n
export const gwei = 1_000_000_000n

/** A key that is the same in every run. */
export function keyOf(name: string): Hex {
  return toHex(keccak256(Buffer.from(name, 'utf8')))
}

export interface Payer {
  readonly address: Hex
  readonly key: Hex
}

export function payerOf(name: string): Payer {
  const key = keyOf(name)
  return { key, address: publicKeyToAddress(toHex(secp256k1.publicKeyCreate(fromHex(key), false))).toLowerCase() as Hex }
}

/** An authorization signed by the payer, valid for an hour of the chain's time unless `wish` says otherwise. */
export function authorize(network: Network, payer: Payer, wish: Partial<Omit<Authorization, 'signature'>> & { nonce: Hex }): Authorization {
  const terms = { from: payer.address, to: payTo, value: price, validAfter: 0n, validBefore: genesisTimestamp + 3600n, ...wish }
  const { signature, recid } = secp256k1.ecdsaSign(authorizationDigest(network, terms), fromHex(payer.key))
  return { ...terms, signature: `${toHex(signature)}${recid === 0 ? '1b' : '1c'}` }
}

/** The same authorization after a wallet or a third party has damaged it. */
export function spoilt(authorization: Authorization, how: 'amount' | 'high s' | 'short'): Authorization {
  const { signature } = authorization
  switch (how) {
    case 'amount':
      return { ...authorization, value: authorization.value + 1n }
    case 'high s': {
      const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
      const s = uintDigits(order - BigInt(`0x${signature.slice(66, 130)}`))
      return { ...authorization, signature: `${signature.slice(0, 66) as Hex}${s}${signature.endsWith('1b') ? '1c' : '1b'}` }
    }
    case 'short':
      return { ...authorization, signature: signature.slice(0, 130) as Hex }
  }
}

/** Calldata with which a payer cancels an authorization. */
export function cancellation(network: Network, payer: Payer, nonce: Hex): Hex {
  const typehash = keccak256(Buffer.from('CancelAuthorization(address authorizer,bytes32 nonce)', 'utf8'))
  const struct = keccak256(Buffer.concat([typehash, fromHex(`0x${addressDigits(payer.address)}`), fromHex(nonce)]))
  const digest = keccak256(Buffer.concat([Buffer.of(0x19, 1), domainSeparator(network.domain, network.chainId, network.asset), struct]))
  const { signature, recid } = secp256k1.ecdsaSign(digest, fromHex(payer.key))
  const terms = `${addressDigits(payer.address)}${nonce.slice(2)}${uintDigits(96n)}`
  return `0xb7b72899${terms}${bytesDigits(`${toHex(signature)}${recid === 0 ? '1b' : '1c'}`)}`
}

export interface ChainFixture {
  readonly chain: SimulatedChain
  readonly node: Chain
  readonly signer: Signer
  /** A funded payer of this name. */
  payer(name: string, units?: bigint): Payer
  /** An authorization with the next nonce. */
  authorize(payer: Payer, wish?: Partial<Omit<Authorization, 'signature'>>): Authorization
  /** Signs a settlement of these, not sent. */
  settlement(authorizations: readonly Authorization[], options?: SigningOptions): Promise<{ raw: Hex; hash: Hex }>
  /** Makes a block, one block time after the last one. */
  mine(...more: [Parameters<SimulatedChain['mine']>[1]?]): ReturnType<SimulatedChain['mine']>
}

export interface SigningOptions {
  readonly nonce?: number
  readonly fees?: Fees
  readonly gas?: bigint
  readonly chainId?: number
  readonly signer?: Signer
}

export function createChainFixture(options: Partial<SimulatedChainOptions> = {}): ChainFixture {
  const network = options.network ?? base
  const multicall = network === base
  const chain = createSimulatedChain({ network, multicall, genesisTimestamp, baseFee: gwei, ...options })
  const node = chain.node()
  const signer = createKeySigner(keyOf('the signer'))
  chain.fundGas(signer.address, 10n ** 18n)
  let nonces = 0
  return {
    chain,
    node,
    signer,
    payer(name, units = 100_000n) {
      const payer = payerOf(name)
      chain.fund(payer.address, units)
      return payer
    },
    authorize: (payer, wish = {}) => authorize(network, payer, { nonce: keyOf(`nonce ${nonces++}`), ...wish }),
    async settlement(authorizations, { nonce, fees, gas = 2_000_000n, chainId = network.chainId, signer: by = signer } = {}) {
      return by.sign({
        chainId,
        nonce: nonce ?? (await node.accountNonce(by.address, 'pending')),
        ...node.transferCall(authorizations),
        value: 0n,
        gas,
        fees: fees ?? (await node.suggestFees()),
      })
    },
    mine: (choose) => chain.mine(chain.head().timestamp + BigInt(network.blockMs / 1000), choose),
  }
}
