import { createCallPlaces } from '../../shared/call-places.ts'
import type { Clock, Timers } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import type { Metrics } from '../../shared/metrics.ts'
import { Problem } from '../../shared/problems.ts'
import type { Lane } from '../workers/lanes.ts'
import { createWorkerMetrics } from '../workers/worker-metrics.ts'
import { createWorkerPool, type WorkerPool } from '../workers/worker-pool.ts'
import type { PoolWords } from '../workers/pool-words.ts'
import { startWorkerProcess } from '../workers/worker-process.ts'
import type { OpenedTextEngines } from './text-engines.ts'
import type { JobInput, JobName, JobResult } from './text-jobs.ts'

export interface TextEngineSettings {
  readonly directory: string
  /** The version of its models. */
  readonly version: string
  readonly maxWorkers: number
  /** Paid calls that may wait for a worker. */
  readonly maxWaiting: number
  readonly maxFreeWaiting: number
  /** For one job. */
  readonly jobMs: number
  /** Resident memory of a worker; its heap may have a third of it. */
  readonly maxMemoryMb: number
}

export interface TextEngineParts {
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly metrics: Metrics
  /** The module of the workers. */
  readonly entry?: URL
}

const megabyte = 1_000_000

const words: PoolWords = {
  kind: 'text',
  subject: 'The text',
  unusable: 'the models of the text tools cannot be used: no text tool is sold until the service is started again',
  unavailable: 'The models of the text tools cannot be used at this moment.',
}

/** Engines that start their workers, which read the models, with `load` or with the first job. */
export function createTextEngines(settings: TextEngineSettings, parts: TextEngineParts): OpenedTextEngines {
  const { log } = parts
  const places = {
    free: createCallPlaces(settings.maxWorkers + settings.maxFreeWaiting),
    paid: createCallPlaces(settings.maxWorkers + settings.maxWaiting),
  }
  const entry = parts.entry ?? new URL('text-worker.ts', import.meta.url)
  const metrics = createWorkerMetrics(parts.metrics, 'text')
  let pool: WorkerPool | null = null
  let closed = false

  function openPool(): WorkerPool {
    const maxHeapMb = Math.floor(settings.maxMemoryMb / 3)
    const start = () => startWorkerProcess(entry, [settings.directory], maxHeapMb)
    log.info({ models: settings.version, workers: settings.maxWorkers }, 'the workers of the text tools are started')
    return createWorkerPool({ ...settings, words, maxResidentBytes: settings.maxMemoryMb * megabyte }, { ...parts, metrics, start })
  }

  return {
    version: settings.version,
    admit: (lane) => places[lane].enter(),
    availability: () => (pool?.isDown() ? 'down' : 'available'),
    load: () => void (pool ??= openPool()),
    async run<J extends JobName>(job: J, input: JobInput<J>, { lane, signal }: { readonly lane: Lane; readonly signal: AbortSignal }) {
      if (closed) throw new Problem('shutting_down', 'The service is closing.', { retryAfter: 5 })
      pool ??= openPool()
      return (await pool.run(job, input, lane, signal)) as JobResult<J>
    },
    async close() {
      closed = true
      await pool?.close()
    },
  }
}
