import type { Chain, NetworkId } from '../chain/chain.ts'
import type { ServiceInput } from './service-input.ts'
import { connectNetworks, type Networks } from '../chain/connect/connect-networks.ts'
import { endpointsOf, type DataWorld } from './data-world.ts'
import type { OpenedLedger } from './open-ledger.ts'

export interface ConnectedWorlds {
  /** The networks on which payments are taken and settled. */
  readonly chains: ReadonlyMap<NetworkId, Chain>
  /** The networks that answers are read from: the same, unless a sandbox reads the real ones. No payment is looked for there. */
  readonly dataChains: ReadonlyMap<NetworkId, Chain>
  close(): Promise<void>
}

/** Connects the networks; where that fails, the stores are closed. */
export async function connectWorlds(
  { config, system, log, metrics, sandbox, connect = connectNetworks }: ServiceInput,
  data: DataWorld,
  { stores, heardTime }: { readonly stores: Pick<OpenedLedger, 'close'>; readonly heardTime: (node: string, aheadMs: number) => void },
): Promise<ConnectedWorlds> {
  const { clock, timers } = system
  const parts = { nodeAnswerMs: config.nodeAnswerMs, heardTime, clock, timers, log, metrics: metrics.metrics }
  const opened: Networks[] = []
  const close = async () => void (await Promise.all(opened.map((one) => one.close())))
  try {
    const payment = await connect({ ...parts, endpoints: sandbox?.endpoints ?? endpointsOf(config.rpcUrls) })
    opened.push(payment)
    if (data.endpoints === null) return { chains: payment.chains, dataChains: payment.chains, close }
    // Without a node to read from, offers that read chains are switched off; all others are sold.
    if (data.endpoints.length === 0) return { chains: payment.chains, dataChains: new Map(), close }
    const read = await connect({ ...parts, endpoints: data.endpoints, toRead: true })
    opened.push(read)
    return { chains: payment.chains, dataChains: read.chains, close }
  } catch (error) {
    await close()
    await stores.close()
    throw error
  }
}
