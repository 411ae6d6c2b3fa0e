import { connectChain } from './chain/connect-chain.ts'
import type { Chain, NetworkId } from './chain/chain.ts'
import { networks } from './chain/networks.ts'
import { createRpc } from './chain/rpc.ts'
import type { Clock, Timers } from './shared/clock.ts'
import type { Log } from './shared/log.ts'
import type { Metrics } from './shared/metrics.ts'

/** Where one network answers. */
export interface Endpoint {
  readonly network: NetworkId
  readonly urls: readonly string[]
}

export interface Networks {
  readonly chains: ReadonlyMap<NetworkId, Chain>
  close(): Promise<void>
}

/**
 * Connects the networks that have an endpoint, in the order in which they are offered. One that does not answer, or
 * whose token is not what it should be, is left out and the log says why.
 * @throws when none is left.
 */
export async function connectNetworks(parts: {
  endpoints: readonly Endpoint[]
  clock: Clock
  timers: Timers
  log: Log
  metrics: Metrics
}): Promise<Networks> {
  const { endpoints, clock, timers, log, metrics } = parts
  const rpcs: ReturnType<typeof createRpc>[] = []
  const connected = await Promise.all(
    networks.map(async (network) => {
      const endpoint = endpoints.find((one) => one.network === network.id)
      if (!endpoint) return null
      try {
        const rpc = createRpc({ urls: [...endpoint.urls], network: network.slug, clock, timers, log, metrics })
        rpcs.push(rpc)
        return await connectChain({ network, rpc, clock, timers, log })
      } catch (error) {
        log.error({ network: network.id, reason: error instanceof Error ? error.message : 'unknown' }, 'network left out')
        return null
      }
    }),
  )
  const chains = new Map(connected.flatMap((chain) => (chain ? [[chain.network.id, chain] as const] : [])))
  if (chains.size === 0) throw new Error('no payment network could be connected; see the log for each reason')
  return { chains, close: async () => void (await Promise.all(rpcs.map((rpc) => rpc.close()))) }
}
