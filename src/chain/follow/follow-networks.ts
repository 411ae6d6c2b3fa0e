import type { Clock, Timers } from '../../shared/clock.ts'
import type { Log as Logger } from '../../shared/log.ts'
import type { Metrics } from '../../shared/metrics.ts'
import type { NetworkId } from '../chain.ts'
import type { FollowParts } from './follow-context.ts'
import type { FollowedChain, IndexStore } from './index-definition.ts'
import { createTurnQueue } from './turn-queue.ts'

/** What indexes on several networks are made with. */
export interface FollowNetworksParts {
  readonly chains: ReadonlyMap<NetworkId, FollowedChain>
  readonly store: IndexStore
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Logger
  readonly metrics: Metrics
  /** Local chains have the ids of real ones, so their rows are kept apart. */
  readonly simulated: boolean
}

/** Background work, in the form in which jobs are declared. */
export interface IndexJob {
  readonly name: string
  readonly everyMs: number
  readonly firstMs: number
  readonly run: (signal: AbortSignal) => Promise<void>
}

/** Milliseconds until the first run after the start, when the other parts are running. */
export const firstRunMs = 3_000

/** Seconds for which rows of events are kept. */
export const keepSeconds = 30 * 86_400

/** The name of a network in the database. */
export function storedNetwork({ simulated }: Pick<FollowNetworksParts, 'simulated'>, network: NetworkId): string {
  return simulated ? `sandbox:${network}` : network
}

/** What is made for each network, where anything is. */
export function followNetworks<Made, Parts extends FollowNetworksParts>(
  parts: Parts,
  make: (chain: FollowedChain, common: Parts & FollowParts) => Made | null,
): Made[] {
  const count = indexCounters(parts.metrics)
  const ownTurn = createTurnQueue(parts.timers)
  return [...parts.chains].flatMap(([id, chain]) => {
    const made = make(chain, { ...parts, chain, network: storedNetwork(parts, id), count: count(id), ownTurn })
    return made === null ? [] : [made]
  })
}

function indexCounters(metrics: Metrics): (network: NetworkId) => NonNullable<FollowParts['count']> {
  const counters = {
    reorganised: metrics.counter('farthing_index_reorganisations_total', 'Reorganisations for which an index went back', ['network']),
    logs: metrics.counter('farthing_index_logs_total', 'Logs that indexes have read', ['network']),
    rows: metrics.counter('farthing_index_rows_total', 'Rows that indexes have written', ['network']),
  }
  return (network) => (event, count) => counters[event].add({ network }, count)
}
