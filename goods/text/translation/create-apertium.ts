import { Problem } from '../../../src/goods/kit/worker-side.ts'
import type { Log, Timers } from '../../../src/goods/kit/parts.ts'
import { createCallPlaces } from '../../../src/goods/kit/workers.ts'
import { modesOf, type TestedRoute } from './apertium-routes.ts'
import { untranslatableSpans } from './untranslatable-spans.ts'
import type { Stage } from './mode-file.ts'
import { PipelineFailed, startPipeline } from './pipeline.ts'
import { createPipelinePool, type PipelinePool } from './pipeline-pool.ts'
import { splitUnits, type TextPiece } from './split-units.ts'
import { translateUnits } from './translate-units.ts'
import type { OpenedTranslator, Translation, TranslationRoute } from './translator.ts'

export interface ApertiumSettings {
  /** Where its programs are. */
  readonly programs: string
  /** Of the installed Apertium. */
  readonly version: string
  /** The installed modes that are used. */
  readonly modes: ReadonlyMap<string, readonly Stage[]>
  readonly routes: readonly TestedRoute[]
  readonly maxAtWork: number
  readonly maxWaiting: number
  readonly maxRunning: number
  /** For one step of a translation. */
  readonly stepMs: number
}

export interface ApertiumParts {
  readonly timers: Timers
  readonly log: Log
}

/** Texts, after which a pipeline is replaced. */
const maxRuns = 500

export function createApertium(settings: ApertiumSettings, { timers, log }: ApertiumParts): OpenedTranslator {
  const { modes, programs, maxAtWork, maxRunning, version } = settings
  const pool = createPipelinePool({ maxAtWork, maxRunning, maxRuns, runMs: settings.stepMs }, (mode) =>
    startPipeline(modes.get(mode) ?? [], programs, timers),
  )
  const places = createCallPlaces(maxAtWork + settings.maxWaiting)
  const routes: readonly TranslationRoute[] = settings.routes.map(({ path, modes: steps, quality }) => ({
    source: path[0] ?? '',
    target: path.at(-1) ?? '',
    path,
    engine: { provider: 'apertium', model: steps.join('+'), version },
    grade: 'gist',
    quality,
  }))
  return {
    routes: () => routes,
    admit: places.enter,
    availability: () => 'available',
    async translate({ route, text, signal }) {
      let begun = false
      const run: PipelinePool['run'] = async (...asked) => {
        const done = await pool.run(...asked)
        begun = true
        return done
      }
      try {
        return await translateText(text, modesOf(route.path), run, signal)
      } catch (error) {
        if (!(error instanceof PipelineFailed)) {
          // A text whose first part was translated has had its turn.
          if (signal.aborted && !begun) throw new Problem('overloaded', 'The text waited too long for its turn.', { retryAfter: 5 })
          throw error
        }
        log.error({ route: route.path.join('-'), reason: error.message }, 'a translation failed')
        throw new Problem('engine_failed', 'The text could not be translated this time.', { retryAfter: 5 })
      }
    },
    close: () => pool.close(),
  }
}

async function translateText(text: string, modes: readonly string[], run: PipelinePool['run'], signal: AbortSignal): Promise<Translation> {
  const pieces = splitUnits(text)
  let units = pieces.flatMap(({ kind, text }) => (kind === 'unit' ? [text] : []))
  const words = units.reduce((sum, unit) => sum + countWords(unit), 0)
  const unknown = units.map((): string[] => [])
  for (const mode of modes) {
    const results = await translateUnits(units, (streams) => run(mode, streams, signal))
    // A word that one step did not know is the same word in the next one.
    for (const [index, result] of results.entries()) {
      const known = unknown[index] ?? []
      known.push(...(known.length === 0 ? result.unknown : result.unknown.filter((word) => !known.includes(word))))
    }
    units = results.map(({ text }) => text)
  }
  return { text: join(pieces, units), words, unknownWords: unknown.reduce((sum, list) => sum + list.length, 0) }
}

function join(pieces: readonly TextPiece[], units: readonly string[]): string {
  let next = 0
  return pieces.map(({ kind, text }) => (kind === 'unit' ? (units[next++] ?? '') : text)).join('')
}

/** Words that are translated: what is kept has none. */
function countWords(unit: string): number {
  return unit.replaceAll(untranslatableSpans, ' ').match(/\p{L}[\p{L}\p{M}]*/gu)?.length ?? 0
}
