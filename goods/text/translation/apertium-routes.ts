import type { RouteQuality } from './translator.ts'

/** A route whose translations were measured (docs/translate.md), by Apertium's modes. */
export interface TestedRoute {
  /** ISO 639-1 codes of all languages on the way. */
  readonly path: readonly string[]
  /** A mode for each step. */
  readonly modes: readonly string[]
  /** `npm run eval -- translate` prints them. */
  readonly quality: RouteQuality
}

/** Modes by their step. Apertium names them by two or three letters as it comes. */
export const modeOfStep: Readonly<Record<string, string>> = {
  'en-es': 'eng-spa',
  'es-en': 'spa-eng',
  'en-ca': 'eng-cat',
  'ca-en': 'cat-eng',
  'en-gl': 'en-gl',
  'gl-en': 'gl-en',
  'es-pt': 'es-pt',
  'pt-es': 'pt-es',
  'es-fr': 'es-fr',
  'fr-es': 'fr-es',
  'es-it': 'spa-ita',
  'it-es': 'ita-spa',
  'fr-ca': 'fra-cat',
  'ca-fr': 'cat-fra',
}

/** Path, chrF and BLEU on the 30 sentences of test/eval/translate. Where there are two ways, the better one is taken. */
const measured: readonly (readonly [path: string, chrf: number, bleu: number])[] = [
  ['en-es', 68.1, 43.8],
  ['en-ca', 69.3, 44.8],
  ['en-gl', 69.2, 44.1],
  ['en-es-pt', 61.4, 30.9],
  ['en-es-fr', 61.3, 30.6],
  ['en-ca-fr', 69.0, 45.1],
  ['en-es-it', 62.7, 30.1],
  ['es-en', 73.5, 50.4],
  ['es-en-ca', 78.9, 58.9],
  ['es-fr-ca', 78.1, 59.3],
  ['es-en-gl', 78.3, 58.9],
  ['es-pt', 80.9, 60.5],
  ['es-fr', 70.1, 46.5],
  ['es-it', 79.0, 59.5],
  ['ca-en', 66.7, 42.4],
  ['ca-en-es', 75.8, 50.6],
  ['ca-fr-es', 76.3, 51.3],
  ['ca-en-gl', 74.8, 50.7],
  ['ca-fr', 78.2, 61.2],
  ['gl-en', 71.5, 46.4],
  ['gl-en-es', 76.0, 53.7],
  ['gl-en-ca', 74.1, 51.2],
  ['pt-es-en', 71.8, 47.2],
  ['pt-es', 87.2, 73.6],
  ['pt-es-fr', 72.2, 51.0],
  ['pt-es-it', 77.8, 56.8],
  ['fr-es-en', 65.4, 35.9],
  ['fr-ca-en', 64.0, 33.4],
  ['fr-es', 67.6, 36.7],
  ['fr-ca', 75.8, 51.9],
  ['fr-es-pt', 62.7, 31.7],
  ['fr-es-it', 72.1, 46.3],
  ['it-es-en', 66.8, 36.9],
  ['it-es', 75.2, 52.2],
  ['it-es-pt', 66.3, 39.2],
  ['it-es-fr', 68.5, 46.8],
]

const sentences = 30

export const testedRoutes: readonly TestedRoute[] = measured.map(([way, chrf, bleu]) => {
  const path = way.split('-')
  return { path, modes: modesOf(path), quality: { chrf, bleu, sentences } }
})

/** @throws Error for a step that no mode makes */
export function modesOf(path: readonly string[]): readonly string[] {
  return path.slice(1).map((target, index) => {
    const mode = modeOfStep[`${path[index] ?? ''}-${target}`]
    if (mode === undefined) throw new Error(`no mode translates the steps of ${path.join('-')}`)
    return mode
  })
}
