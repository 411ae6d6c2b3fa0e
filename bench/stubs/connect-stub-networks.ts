import type { Chain } from '../../src/chain/chain.ts'
import { connectChain } from '../../src/chain/connect/connect-chain.ts'
import { networks } from '../../src/chain/networks.ts'
import type { ServiceInput } from '../../src/service/service-input.ts'
import { blockMs, createStubNode } from './stub-node.ts'

/** All networks as the service sees them, on nodes that answer at once. */
export const connectStubNetworks: NonNullable<ServiceInput['connect']> = async ({ clock, timers, log }) => {
  const connected = await Promise.all(
    networks.map((network): Promise<Chain> => {
      const node = createStubNode(network)
      const rpc = { call: async <T>(method: string, params: readonly unknown[]) => node.request(method, params) as T }
      return connectChain({ network: { ...network, blockMs }, rpc, clock, timers, log })
    }),
  )
  return { chains: new Map(connected.map((chain) => [chain.network.id, chain])), close: async () => {} }
}
