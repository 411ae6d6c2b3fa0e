import type { Clock, Log, Metrics, Timers } from '../../../src/goods/kit/parts.ts'
import {
  createCallPlaces,
  createEngineTrial,
  createWorkerMetrics,
  createWorkerPool,
  ourselves,
  type PoolMessages,
  startWorkerProcess,
} from '../../../src/goods/kit/workers.ts'
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
  /** After which a worker without a review ends. */
  readonly idleMs: number
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

const words: PoolMessages = {
  kind: 'review',
  subject: 'The code',
  unavailable: 'The analysers of code cannot be used at this moment.',
}

/** Code as callers send it. */
const trialInput = { files: [{ name: 'trial.js', code: 'if (size === NaN) grow()\n', language: null }] }

/** An engine whose workers, which load the analysers, are started by reviews and end when none has come for a while. */
export function createReviewEngine(settings: ReviewSettings, parts: ReviewEngineParts): OpenedReviewEngine {
  const places = createCallPlaces(settings.maxWorkers + settings.maxWaiting)
  const entry = parts.entry ?? new URL('review-worker.ts', import.meta.url)
  const metrics = createWorkerMetrics(parts.metrics, 'review')
  const trial = createEngineTrial({ ...parts, name: 'review', attempt: (signal) => review(trialInput, { caller: ourselves, signal }) })
  const start = () => startWorkerProcess(entry, [String(settings.jobMs * shareForAnalysers)], Math.floor(settings.maxMemoryMb / 2))
  const limits = { ...settings, words, maxResidentBytes: settings.maxMemoryMb * megabyte }
  const pool = createWorkerPool(limits, { ...parts, metrics, start, broken: trial.fail })

  const review: OpenedReviewEngine['review'] = async (input, { caller = ourselves, signal }) =>
    (await pool.run('reviewCode', input, caller, signal)) as CodeReview

  return {
    version,
    trial,
    admit: places.enter,
    availability: () => (trial.standing() === 'failed' ? 'down' : 'available'),
    review,
    async close() {
      await Promise.all([trial.close(), pool.close()])
    },
  }
}
