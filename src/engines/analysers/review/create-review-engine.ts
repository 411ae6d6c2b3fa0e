import { createCallPlaces } from '../../../shared/call-places.ts'
import type { Clock, Timers } from '../../../shared/clock.ts'
import type { Log } from '../../../shared/log.ts'
import type { Metrics } from '../../../shared/metrics.ts'
import { Problem } from '../../../shared/problems.ts'
import { createWorkerMetrics } from '../../workers/worker-metrics.ts'
import { createWorkerPool, type WorkerPool } from '../../workers/worker-pool.ts'
import type { PoolWords } from '../../workers/pool-words.ts'
import { startWorkerProcess } from '../../workers/worker-process.ts'
import type { CodeReview } from './code-review.ts'
import type { OpenedReviewEngine } from './review-engine.ts'

export interface ReviewSettings {
  readonly maxWorkers: number
  /** Calls that may wait for a worker. */
  readonly maxWaiting: number
  /** For one review; then its worker is killed. */
  readonly jobMs: number
  /** Resident memory of a worker; its heap may have half of it. */
  readonly maxMemoryMb: number
}

export interface ReviewEngineParts {
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly metrics: Metrics
  /** The module of the workers. */
  readonly entry?: URL
}

/** Grows when the same code may get other findings. */
const version = '1'
const megabyte = 1_000_000

/** The analysers stop in good time before their process is killed, and answer with what they found. */
const shareForAnalysers = 0.5

const words: PoolWords = {
  kind: 'review',
  subject: 'The code',
  unusable: 'the analysers of code cannot be used: no code review is sold until the service is started again',
  unavailable: 'The analysers of code cannot be used at this moment.',
}

/** An engine that starts its workers, which load the analysers, with `load` or with the first review. */
export function createReviewEngine(settings: ReviewSettings, parts: ReviewEngineParts): OpenedReviewEngine {
  const { log } = parts
  const places = createCallPlaces(settings.maxWorkers + settings.maxWaiting)
  const entry = parts.entry ?? new URL('review-worker.ts', import.meta.url)
  const metrics = createWorkerMetrics(parts.metrics, 'review')
  let pool: WorkerPool | null = null
  let closed = false

  function openPool(): WorkerPool {
    const maxHeapMb = Math.floor(settings.maxMemoryMb / 2)
    const start = () => startWorkerProcess(entry, [String(settings.jobMs * shareForAnalysers)], maxHeapMb)
    log.info({ workers: settings.maxWorkers }, 'the workers of code review are started')
    return createWorkerPool({ ...settings, words, maxResidentBytes: settings.maxMemoryMb * megabyte }, { ...parts, metrics, start })
  }

  return {
    version,
    admit: () => places.enter(),
    availability: () => (pool?.isDown() ? 'down' : 'available'),
    load: () => void (pool ??= openPool()),
    async review(input, { signal }) {
      if (closed) throw new Problem('shutting_down', 'The service is closing.', { retryAfter: 5 })
      pool ??= openPool()
      return (await pool.run('reviewCode', input, 'paid', signal)) as CodeReview
    },
    async close() {
      closed = true
      await pool?.close()
    },
  }
}
