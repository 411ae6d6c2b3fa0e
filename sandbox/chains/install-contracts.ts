import { readFileSync } from 'node:fs'
import type { Hex } from '../../src/shared/bytes.ts'
import { multicall3Address, type SandboxNetwork } from '../networks.ts'
import { circleToken } from './circle-token.ts'
import type { NodeRpc } from './node-rpc.ts'
import { skaleToken } from './skale-token.ts'
import type { TokenInstallation } from './token-installation.ts'

/** Sends the initializing calls; it is nobody's otherwise. */
const installer: Hex = '0x00000000000000000000000000000000005a4d1b'

export function tokenOf(network: SandboxNetwork): TokenInstallation {
  return network.token === 'circle' ? circleToken : skaleToken
}

function multicall3Code(): Hex {
  return (JSON.parse(readFileSync(new URL('../contracts/multicall3.json', import.meta.url), 'utf8')) as { runtimeCode: Hex }).runtimeCode
}

/** Puts USDC and, where the chain has it, Multicall3 at their canonical addresses. Does nothing on a chain that has them. */
export async function installContracts(network: SandboxNetwork & { readonly rpc: NodeRpc }): Promise<void> {
  const { rpc, asset: usdc } = network
  if ((await rpc.call<Hex>('eth_getCode', usdc, 'latest')) !== '0x') return
  const token = tokenOf(network)
  const placing = token.place(usdc)
  if (network.multicall) placing.push(['anvil_setCode', multicall3Address, multicall3Code()])
  const calls = token.initialize()
  if (calls.length > 0) placing.push(['anvil_setBalance', installer, '0xde0b6b3a7640000'], ['anvil_impersonateAccount', installer])
  await rpc.batch(placing)
  const hashes: Hex[] = []
  for (const [nonce, data] of calls.entries()) {
    const transaction = { from: installer, to: usdc, data, nonce: `0x${nonce.toString(16)}`, gas: '0xf4240', gasPrice: '0x3b9aca00' }
    hashes.push(await rpc.call<Hex>('eth_sendTransaction', transaction))
  }
  // On a chain without such calls too: it makes the storage written above part of a block.
  await rpc.call('evm_mine')
  for (const hash of hashes) {
    const receipt = await rpc.call<{ status: string } | null>('eth_getTransactionReceipt', hash)
    if (receipt?.status !== '0x1') throw new Error(`USDC could not be initialized on ${network.name}`)
  }
}
