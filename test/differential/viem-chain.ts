import { defineChain, type Chain } from 'viem'
import type { WorldNetwork } from '../../sandbox/world.ts'

/** viem's description of a local chain. */
export function viemChain({ chainId, label, rpcUrl }: WorldNetwork): Chain {
  const nativeCurrency = { name: 'Gas', symbol: 'GAS', decimals: 18 }
  return defineChain({ id: chainId, name: label, nativeCurrency, rpcUrls: { default: { http: [rpcUrl] } } })
}
