import type { Metrics } from '../../shared/metrics.ts'
import type { Standing } from '../../shared/caller.ts'

/** What is counted of the workers of one kind. */
export interface WorkerMetrics {
  started(reason: string): void
  ended(job: string, outcome: 'done' | 'problem' | 'failed', ms: number): void
  waiting(queue: { waiting(standing: Standing): number }): void
  memory(worker: number, bytes: number): void
}

/** @param kind part of the names of the metrics: `text` */
export function createWorkerMetrics(metrics: Metrics, kind: string): WorkerMetrics {
  const starts = metrics.counter(`farthing_${kind}_worker_starts_total`, `Workers (${kind}) that were started, by the reason`, ['reason'])
  const jobs = metrics.counter(`farthing_${kind}_jobs_total`, `Jobs (${kind}) that ended`, ['job', 'outcome'])
  const seconds = metrics.histogram(`farthing_${kind}_job_seconds`, `Time of a job (${kind}) in its worker`, ['job'])
  const queue = metrics.gauge(`farthing_${kind}_queue`, `Jobs (${kind}) that wait for a worker, by the standing of their callers`, [
    'standing',
  ])
  const memory = metrics.gauge(`farthing_${kind}_worker_bytes`, `Resident memory of a worker (${kind}) after its last job`, ['worker'])
  return {
    started: (reason) => starts.add({ reason }),
    ended(job, outcome, ms) {
      jobs.add({ job, outcome })
      seconds.observe(ms / 1_000, { job })
    },
    waiting(jobs) {
      for (const standing of ['settled', 'new', 'free'] as const) queue.set(jobs.waiting(standing), { standing })
    },
    memory: (worker, bytes) => memory.set(bytes, { worker: String(worker) }),
  }
}
