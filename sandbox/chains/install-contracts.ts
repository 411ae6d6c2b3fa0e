import { readFileSync } from 'node:fs'
import type { Hex } from '../../src/shared/bytes.ts'
import { multicall3Address, type SandboxNetwork } from '../networks.ts'
import { canonicalContracts, identityRegistry } from './canonical-contracts.ts'
import { circleToken } from './circle-token.ts'
import type { NodeRpc } from './node-rpc.ts'
import { skaleToken } from './skale-token.ts'
import type { TokenInstallation } from './token-installation.ts'

/** The account that sends the initializing calls. It has no other use. */
const installer: Hex = '0x00000000000000000000000000000000005a4d1b'

export function tokenOf(network: SandboxNetwork): TokenInstallation {
  return network.token === 'circle' ? circleToken : skaleToken
}

function multicall3Code(): Hex {
  return (JSON.parse(readFileSync(new URL('../contracts/multicall3.json', import.meta.url), 'utf8')) as { runtimeCode: Hex }).runtimeCode
}

/** Installs USDC, Multicall3, registries and ENS at their canonical addresses, where the chain has them and they are missing. */
export async function installContracts(network: SandboxNetwork & { readonly rpc: NodeRpc }): Promise<void> {
  const { rpc, asset: usdc } = network
  const [token, registry] = (await rpc.batch([usdc, identityRegistry].map((one) => ['eth_getCode', one, 'latest']))) as [Hex, Hex]
  if (token === '0x') return installAll(network)
  if (registry !== '0x') return
  // A chain that was created before the sandbox had registries.
  await rpc.batch(canonicalContracts(network))
  await rpc.call('evm_mine')
}

async function installAll(network: SandboxNetwork & { readonly rpc: NodeRpc }): Promise<void> {
  const { rpc, asset: usdc } = network
  const token = tokenOf(network)
  const placing = [...token.place(usdc), ...canonicalContracts(network)]
  if (network.multicall) placing.push(['anvil_setCode', multicall3Address, multicall3Code()])
  const calls = token.initialize(network.domain)
  if (calls.length > 0) placing.push(['anvil_setBalance', installer, '0xde0b6b3a7640000'], ['anvil_impersonateAccount', installer])
  await rpc.batch(placing)
  const hashes: Hex[] = []
  for (const [nonce, data] of calls.entries()) {
    const transaction = { from: installer, to: usdc, data, nonce: `0x${nonce.toString(16)}`, gas: '0xf4240', gasPrice: '0x3b9aca00' }
    hashes.push(await rpc.call<Hex>('eth_sendTransaction', transaction))
  }
  // Also on a chain without such calls: the block makes the storage written above part of the chain.
  await rpc.call('evm_mine')
  for (const hash of hashes) {
    const receipt = await rpc.call<{ status: string } | null>('eth_getTransactionReceipt', hash)
    if (receipt?.status !== '0x1') throw new Error(`USDC could not be initialized on ${network.name}`)
  }
}
