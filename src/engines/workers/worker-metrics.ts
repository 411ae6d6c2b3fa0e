import type { Metrics } from '../../shared/metrics.ts'
import type { Lane } from './lanes.ts'

/** What is counted of the workers of one kind. */
export interface WorkerMetrics {
  started(reason: string): void
  ended(job: string, outcome: 'done' | 'problem' | 'failed', ms: number): void
  waiting(lanes: { waiting(lane: Lane): number }): void
  memory(worker: number, bytes: number): void
}

/** @param kind part of the names of the metrics: `text` */
export function createWorkerMetrics(metrics: Metrics, kind: 'text' | 'review' | 'translation'): WorkerMetrics {
  const starts = metrics.counter(`farthing_${kind}_worker_starts_total`, `Workers (${kind}) that were started, by the reason`, ['reason'])
  const jobs = metrics.counter(`farthing_${kind}_jobs_total`, `Jobs (${kind}) that ended`, ['job', 'outcome'])
  const seconds = metrics.histogram(`farthing_${kind}_job_seconds`, `Time of a job (${kind}) in its worker`, ['job'])
  const queue = metrics.gauge(`farthing_${kind}_queue`, `Jobs (${kind}) that wait for a worker`, ['lane'])
  const memory = metrics.gauge(`farthing_${kind}_worker_bytes`, `Resident memory of a worker (${kind}) after its last job`, ['worker'])
  return {
    started: (reason) => starts.add({ reason }),
    ended(job, outcome, ms) {
      jobs.add({ job, outcome })
      seconds.observe(ms / 1_000, { job })
    },
    waiting(lanes) {
      for (const lane of ['free', 'paid'] as const) queue.set(lanes.waiting(lane), { lane })
    },
    memory: (worker, bytes) => memory.set(bytes, { worker: String(worker) }),
  }
}
