import { createCallPlaces } from '../../shared/call-places.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Metrics } from '../../shared/metrics.ts'
import { Problem } from '../../shared/problems.ts'
import type { PoolWords } from '../workers/pool-words.ts'
import { createWorkerMetrics } from '../workers/worker-metrics.ts'
import { createWorkerPool, type WorkerPool } from '../workers/worker-pool.ts'
import { startWorkerProcess } from '../workers/worker-process.ts'
import type { ApertiumParts } from './create-apertium.ts'
import { openApertium } from './open-apertium.ts'
import type { OpenedTranslator, Translation } from './translator.ts'

export interface TranslationSettings {
  /** Where the data of Apertium is. */
  readonly directory: string
  /** Translations that are worked on at once, each in a process of its own. */
  readonly maxWorkers: number
  readonly maxWaiting: number
  /** Pipelines that each of these processes keeps. */
  readonly maxPipelines: number
  /** For one step of a translation. */
  readonly stepMs: number
}

export interface TranslationParts extends ApertiumParts {
  readonly clock: Clock
  readonly metrics: Metrics
}

const maxHeapMb = 128
const maxResidentBytes = 400_000_000

/** A way has two steps at most, and programs have to be started. */
const stepsOfJob = 2.5

const words: PoolWords = {
  kind: 'translation',
  subject: 'The text',
  unusable: 'Apertium cannot be used: no translation is sold until the service is started again',
  unavailable: 'The translator cannot be used at this moment.',
}

/**
 * Apertium, run by small processes. A start of a program holds up the event loop of the process that starts it by some 10 ms for
 * each 100 MB that this has in memory, and a pipeline has up to fifteen programs. Null where there is no Apertium.
 */
export async function openTranslationWorkers(settings: TranslationSettings, parts: TranslationParts): Promise<OpenedTranslator | null> {
  const { directory, maxWorkers, maxWaiting, maxPipelines, stepMs } = settings
  const limits = { directory, maxAtWork: 1, maxWaiting: 0, maxRunning: maxPipelines, stepMs }
  // It says what can be translated. Nothing of it is started here.
  const apertium = await openApertium(limits, parts)
  if (!apertium) return null
  const places = createCallPlaces(maxWorkers + maxWaiting)
  const metrics = createWorkerMetrics(parts.metrics, 'translation')
  const entry = new URL('translation-worker.ts', import.meta.url)
  const start = () => startWorkerProcess(entry, [JSON.stringify(limits)], maxHeapMb)
  let pool: WorkerPool | null = null
  let closed = false
  const openPool = () => createWorkerPool({ maxWorkers, jobMs: stepsOfJob * stepMs, maxResidentBytes, words }, { ...parts, metrics, start })
  return {
    routes: () => apertium.routes(),
    admit: () => places.enter(),
    availability: () => (pool?.isDown() ? 'down' : 'available'),
    load: () => void (pool ??= openPool()),
    async translate({ route, text, signal }) {
      if (closed) throw new Problem('shutting_down', 'The service is closing.', { retryAfter: 5 })
      pool ??= openPool()
      return (await pool.run('translate', { path: route.path, text }, 'paid', signal)) as Translation
    },
    async close() {
      closed = true
      await pool?.close()
      await apertium.close()
    },
  }
}
