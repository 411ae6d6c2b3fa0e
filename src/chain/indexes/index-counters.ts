import type { Metrics } from '../../shared/metrics.ts'
import type { NetworkId } from '../chain.ts'
import type { FollowParts } from './follow-context.ts'

/** Counts what the indexes of a network did. */
export function indexCounters(metrics: Metrics): (network: NetworkId) => NonNullable<FollowParts['count']> {
  const counters = {
    reorganised: metrics.counter('farthing_index_reorganisations_total', 'Reorganisations for which an index went back', ['network']),
    logs: metrics.counter('farthing_index_logs_total', 'Logs that indexes have read', ['network']),
    rows: metrics.counter('farthing_index_rows_total', 'Rows that indexes have written', ['network']),
  }
  return (network) => (event, count) => counters[event].add({ network }, count)
}
