import type { Counter, Histogram, Metrics } from '../../shared/metrics.ts'

export interface WriteQueueMetrics {
  readonly units: Counter
  readonly groupSize: Histogram
  readonly groupSeconds: Histogram
  readonly syncSeconds: Histogram
}

const seconds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5]

export function createWriteQueueMetrics(metrics: Metrics): WriteQueueMetrics {
  return {
    units: metrics.counter('farthing_store_units_total', 'Units written, by name and outcome', ['unit', 'outcome']),
    groupSize: metrics.histogram('farthing_store_group_units', 'Units in one commit', [], [1, 2, 5, 10, 25, 50, 100, 256]),
    groupSeconds: metrics.histogram('farthing_store_group_seconds', 'Time that one group held the event loop', [], seconds),
    syncSeconds: metrics.histogram('farthing_store_sync_seconds', 'Time that the disk took for one group', [], seconds),
  }
}
