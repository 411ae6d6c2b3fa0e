import { defineChain, type Chain } from 'viem'
import type { WorldNetwork } from '../../sandbox/world.ts'

/** A local chain as viem wants it described. */
export function viemChain({ chainId, label, rpcUrl }: WorldNetwork): Chain {
  const nativeCurrency = { name: 'Gas', symbol: 'GAS', decimals: 18 }
  return defineChain({ id: chainId, name: label, nativeCurrency, rpcUrls: { default: { http: [rpcUrl] } } })
}
