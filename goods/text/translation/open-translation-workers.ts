import type { Clock, Metrics } from '../../../src/goods/kit/parts.ts'
import {
  createCallPlaces,
  createEngineTrial,
  createWorkerMetrics,
  createWorkerPool,
  ourselves,
  type PoolMessages,
  startWorkerProcess,
} from '../../../src/goods/kit/workers.ts'
import type { ApertiumParts } from './create-apertium.ts'
import { openApertium } from './open-apertium.ts'
import type { OpenedTranslator, OpenedTriedTranslator, Translation } from './translator.ts'

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
  /** After which a process without a translation ends, with its pipelines. */
  readonly idleMs: number
}

export interface TranslationParts extends ApertiumParts {
  readonly clock: Clock
  readonly metrics: Metrics
}

const maxHeapMb = 128
const maxResidentBytes = 400_000_000

/** A way has two steps at most, and programs have to be started. */
const stepsOfJob = 2.5

const words: PoolMessages = {
  kind: 'translation',
  subject: 'The text',
  unavailable: 'The translator cannot be used at this moment.',
}

/** Any text will do: words that a language does not know stay as they are. */
const trialText = 'Madrid 1984'

/**
 * Apertium, run by small processes. A start of a program holds up the event loop of the process that starts it by some 10 ms for
 * each 100 MB that this has in memory, and a pipeline has up to fifteen programs. Null where there is no Apertium.
 */
export async function openTranslationWorkers(
  settings: TranslationSettings,
  parts: TranslationParts,
): Promise<OpenedTriedTranslator | null> {
  const { directory, maxWorkers, maxWaiting, maxPipelines, stepMs, idleMs } = settings
  const limits = { directory, maxAtWork: 1, maxWaiting: 0, maxRunning: maxPipelines, stepMs }
  // It says what can be translated. Nothing of it is started here.
  const apertium = await openApertium(limits, parts)
  const [firstRoute] = apertium?.routes() ?? []
  if (!apertium || !firstRoute) return null
  const places = createCallPlaces(maxWorkers + maxWaiting)
  const metrics = createWorkerMetrics(parts.metrics, 'translation')
  const entry = new URL('translation-worker.ts', import.meta.url)
  const start = () => startWorkerProcess(entry, [JSON.stringify(limits)], maxHeapMb)
  const trial = createEngineTrial({
    ...parts,
    name: 'translation',
    attempt: (signal) => translate({ route: firstRoute, text: trialText, signal }),
  })
  const poolSettings = { maxWorkers, jobMs: stepsOfJob * stepMs, maxResidentBytes, idleMs, words }
  const pool = createWorkerPool(poolSettings, { ...parts, metrics, start, broken: trial.fail })

  const translate: OpenedTranslator['translate'] = async ({ route, text, caller = ourselves, signal }) =>
    (await pool.run('translate', { path: route.path, text }, caller, signal)) as Translation

  return {
    trial,
    routes: () => apertium.routes(),
    admit: places.enter,
    availability: () => (trial.standing() === 'failed' ? 'down' : 'available'),
    translate,
    async close() {
      await Promise.all([trial.close(), pool.close()])
      await apertium.close()
    },
  }
}
