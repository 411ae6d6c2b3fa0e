import { createCallPlaces, createEngineTrial, type EngineTrialParts } from '../../../src/goods/kit/workers.ts'
import { testedRoutes } from './apertium-routes.ts'
import { untranslatableSpans } from './untranslatable-spans.ts'
import type { OpenedTriedTranslator, TranslationRoute } from './translator.ts'

/** Calls at once. It does no work, so more would do too. */
const maxCalls = 50

/** Says in answers that nothing was translated. */
export const simulatedProvider = 'simulated'

const engine = { provider: simulatedProvider, model: 'stand-in', version: '1' } as const

/** How good it is was never measured, because it is not good at all. */
const quality = { chrf: 0, bleu: 0, sentences: 0 } as const

/**
 * Stands in for a translator in a sandbox on a machine without one, so that a client can be tried: it has the pairs of Apertium, keeps
 * what a translation keeps, and puts the target language before each line instead of translating it.
 */
export function createStandInTranslator(parts: Omit<EngineTrialParts, 'name' | 'attempt'>): OpenedTriedTranslator {
  const places = createCallPlaces(maxCalls)
  const trial = createEngineTrial({ ...parts, name: 'translation', attempt: () => Promise.resolve() })
  const pairs = new Map(testedRoutes.map(({ path }) => [`${path[0]}-${path.at(-1)}`, [path[0] ?? '', path.at(-1) ?? ''] as const]))
  const routes = [...pairs.values()].map(([source, target]): TranslationRoute => ({
    source,
    target,
    path: [source, target],
    engine,
    grade: 'gist',
    quality,
  }))
  return {
    trial,
    routes: () => routes,
    admit: places.enter,
    availability: () => 'available',
    translate({ route, text }) {
      const words = text.replaceAll(untranslatableSpans, ' ').match(/\p{L}+/gu)?.length ?? 0
      const marked = text.replaceAll(/^(?=.*\p{L})/gmu, `[${route.target}] `)
      return Promise.resolve({ text: marked, words, unknownWords: 0 })
    },
    close: () => trial.close(),
  }
}
