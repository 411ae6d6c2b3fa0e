import { connectChain } from './connect-chain.ts'
import { RpcUnreachable, type Chain, type Network, type NetworkId, type Rpc } from '../chain.ts'
import { createPendingChain, type PendingChain } from '../pending-chain.ts'
import { networks } from '../networks.ts'
import { createRpc, type ClosableRpc } from '../rpc/create-rpc.ts'
import type { Cancel, Clock, Timers } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import type { Metrics } from '../../shared/metrics.ts'

/** The JSON-RPC addresses of one network. */
export interface NetworkEndpoints {
  readonly network: NetworkId
  readonly urls: readonly string[]
}

export interface Networks {
  readonly chains: ReadonlyMap<NetworkId, Chain>
  close(): Promise<void>
}

/** Pause between two attempts to connect a network whose node does not answer. An attempt is one request. */
const pauseMs = 1_000

/**
 * Connects the networks that have an endpoint, in the order in which they are offered. A network whose node does not answer now
 * is connected as soon as it does, and payments on it wait until then. A network that is not what it should be is left out, and
 * the log says why.
 * @throws when every network is left out
 */
export async function connectNetworks(parts: {
  endpoints: readonly NetworkEndpoints[]
  /** A node that takes longer to tell its block number counts as silent. */
  nodeAnswerMs?: number
  /** The networks are only read: they are real ones beside the chains of a sandbox. */
  toRead?: boolean
  /** Told with each answer how far the clock of a node is ahead of ours, in milliseconds. */
  heardTime?: (node: string, aheadMs: number) => void
  clock: Clock
  timers: Timers
  log: Log
  metrics: Metrics
}): Promise<Networks> {
  const { endpoints, nodeAnswerMs: probeMs, toRead = false, heardTime, clock, timers, metrics } = parts
  const log = toRead ? parts.log.child({ use: 'reading' }) : parts.log
  const rpcs: ClosableRpc[] = []
  const waiting = new Set<Cancel>()
  let closed = false

  const connect = (network: Network, rpc: Rpc) => connectChain({ network, rpc, clock, timers, log })

  function leaveOut({ id }: Network, error: unknown): null {
    log.error({ network: id, reason: error instanceof Error ? error.message : 'unknown' }, 'network left out')
    return null
  }

  function connectLater(network: Network, rpc: Rpc, late: PendingChain): void {
    if (closed) return
    const cancel = timers.after(pauseMs, () => {
      waiting.delete(cancel)
      connect(network, rpc).then(
        (chain) => {
          late.arrive(chain)
          log.info({ network: network.id }, 'network connected')
        },
        (error: unknown) => {
          if (error instanceof RpcUnreachable) connectLater(network, rpc, late)
          else leaveOut(network, error)
        },
      )
    })
    waiting.add(cancel)
  }

  const found = await Promise.all(
    networks.map(async (network): Promise<Chain | null> => {
      const endpoint = endpoints.find((one) => one.network === network.id)
      if (!endpoint) return null
      try {
        const rpc = createRpc({
          urls: [...endpoint.urls],
          // Its figures must not be added to those of the network's local chain.
          network: toRead ? `${network.slug}-read` : network.slug,
          ...(probeMs === undefined ? {} : { probeMs }),
          ...(heardTime === undefined ? {} : { heardTime }),
          clock,
          timers,
          log,
          metrics,
        })
        rpcs.push(rpc)
        return await connect(network, rpc).catch((error: unknown) => {
          if (!(error instanceof RpcUnreachable)) throw error
          log.error({ network: network.id, reason: error.message }, 'network does not answer: it is connected as soon as it does')
          const late = createPendingChain(network)
          connectLater(network, rpc, late)
          return late.chain
        })
      } catch (error) {
        return leaveOut(network, error)
      }
    }),
  )
  const close = async (): Promise<void> => {
    closed = true
    for (const cancel of waiting) cancel()
    await Promise.all(rpcs.map((rpc) => rpc.close()))
  }
  const chains = new Map(found.flatMap((chain) => (chain ? [[chain.network.id, chain] as const] : [])))
  if (chains.size === 0) {
    await close()
    throw new Error(`no ${toRead ? 'network of READ_RPC_URL_…' : 'payment network'} can be used; see the log for each reason`)
  }
  return { chains, close }
}
