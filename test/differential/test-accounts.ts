import { encodeFunctionData, parseAbi } from 'viem'
import { privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { tokenOwner } from '../../sandbox/chains/circle-token.ts'
import { signAuthorization } from '../../sandbox/tests/sign-authorization.ts'
import type { World, WorldNetwork } from '../../sandbox/world.ts'
import { encodeTransfer } from '../../src/chain/transfer-call.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { formatUsd } from '../../src/shared/money.ts'
import { sha256 } from '../../src/shared/sha256.ts'
import type { Payer } from './draft.ts'
import { price } from './our-side.ts'
import type { LocalChain } from './local-chain.ts'
import type { MutationContext } from './mutation.ts'

export interface TestSetup {
  readonly world: World
  readonly network: WorldNetwork
  readonly chain: LocalChain
}

/** Derives a key from a name, so that a case is the same in every run. */
export function keyOf(name: string): Hex {
  return `0x${sha256(`differential test: ${name}`)}`
}

/** A plain account. */
export function plain(name: string): Payer {
  const key = keyOf(name)
  return { key, address: privateKeyToAddress(key) }
}

const abi = parseAbi([
  'function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function blacklist(address account)',
])
const five = (name: string): Hex[] => Array.from({ length: 5 }, (_, index): Hex => `0x${sha256(`${name} ${index}`)}`)

/** Prepares plain accounts, and one that used and cancelled authorizations: `spent`. */
export async function prepareTestAccounts(
  setup: TestSetup,
): Promise<{ readonly rich: readonly Payer[]; readonly payers: MutationContext['payers']; readonly spent: MutationContext['spent'] }> {
  const { world, network, chain } = setup
  const rich = Array.from({ length: 8 }, (_, index) => plain(`rich ${index}`))
  const payers = { penniless: plain('penniless'), poor: plain('poor'), just: plain('just'), blacklisted: plain('blacklisted') }
  const spent = { ...plain('spent'), used: five('used'), cancelled: five('cancelled') }
  await Promise.all([
    ...[...rich, spent, payers.blacklisted].map(({ address }) => world.fund(address, '1000')),
    world.fund(payers.poor.address, formatUsd(price - 1n)),
    world.fund(payers.just.address, formatUsd(price)),
  ])
  // The sandbox's token on SKALE has no blacklist.
  if (network.slug !== 'skale') {
    const data = encodeFunctionData({ abi, functionName: 'blacklist', args: [payers.blacklisted.address] })
    await chain.act(tokenOwner, [{ to: network.usdc, data }])
  }
  const to = plain('shop').address
  const used = await Promise.all(spent.used.map((nonce) => signAuthorization({ privateKey: spent.key, network, to, value: 1n, nonce })))
  const cancelled = await Promise.all(spent.cancelled.map((nonce) => cancellation(network, spent.key, nonce)))
  await chain.act(
    plain('bystander').address,
    [...used.map(encodeTransfer), ...cancelled].map((data) => ({ to: network.usdc, data })),
  )
  return { rich, payers, spent }
}

async function cancellation({ chainId, usdc, name, version }: WorldNetwork, key: Hex, nonce: Hex): Promise<Hex> {
  const account = privateKeyToAccount(key)
  const signature = await account.signTypedData({
    domain: { name, version, chainId, verifyingContract: usdc },
    types: {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'CancelAuthorization',
    message: { authorizer: account.address, nonce },
  })
  const [r, s, v] = [signature.slice(0, 66) as Hex, `0x${signature.slice(66, 130)}` as const, Number.parseInt(signature.slice(130), 16)]
  return encodeFunctionData({ abi, functionName: 'cancelAuthorization', args: [account.address, nonce, v, r, s] })
}
