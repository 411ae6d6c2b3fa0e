import type { Clock, Log, Metrics, Timers } from '../../../src/goods/kit/parts.ts'
import {
  type Caller,
  createCallPlaces,
  createEngineTrial,
  createWorkerMetrics,
  createWorkerPool,
  ourselves,
  type PoolMessages,
  startWorkerProcess,
} from '../../../src/goods/kit/workers.ts'
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
  /** After which a worker without a job ends. */
  readonly idleMs: number
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

const words: PoolMessages = {
  kind: 'text',
  subject: 'The text',
  unavailable: 'The models of the text tools cannot be used at this moment.',
}

/** A text as callers send it, and what every worker can do. */
const trialInput = { text: 'The service is quick, and its answers are right.', language: 'en', perSentence: false }

/** Engines whose workers, which read the models, are started by jobs and end when none has come for a while. */
export function createTextEngines(settings: TextEngineSettings, parts: TextEngineParts): OpenedTextEngines {
  const places = {
    free: createCallPlaces(settings.maxWorkers + settings.maxFreeWaiting),
    paid: createCallPlaces(settings.maxWorkers + settings.maxWaiting),
  }
  const entry = parts.entry ?? new URL('text-worker.ts', import.meta.url)
  const metrics = createWorkerMetrics(parts.metrics, 'text')
  const trial = createEngineTrial({
    ...parts,
    name: 'text',
    attempt: (signal) => run('measureSentiment', trialInput, { caller: ourselves, signal }),
  })
  const start = () => startWorkerProcess(entry, [settings.directory], Math.floor(settings.maxMemoryMb / 3))
  const limits = { ...settings, words, maxResidentBytes: settings.maxMemoryMb * megabyte }
  const pool = createWorkerPool(limits, { ...parts, metrics, start, broken: trial.fail })

  const run: OpenedTextEngines['run'] = async <J extends JobName>(
    job: J,
    input: JobInput<J>,
    { caller = ourselves, signal }: { readonly caller?: Caller | undefined; readonly signal: AbortSignal },
  ) => (await pool.run(job, input, caller, signal)) as JobResult<J>

  return {
    version: settings.version,
    trial,
    admit: (caller) => (caller.standing === 'free' ? places.free : places.paid).enter(caller),
    availability: () => (trial.standing() === 'failed' ? 'down' : 'available'),
    run,
    async close() {
      await Promise.all([trial.close(), pool.close()])
    },
  }
}
