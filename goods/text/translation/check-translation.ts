import { Problem } from '../../../src/goods/kit/worker-side.ts'
import type { Translation } from './translator.ts'
import { notTranslated } from '../basics/text-problems.ts'

/** Below it a text is half in its old language. docs/translate.md has what was measured. */
const minCoverage = 0.6

/** A shorter text can be the same in both languages: `Animal`, `Hotel Central`. */
const minEchoWords = 4

/** The share of the words that the engine knew, from 0 to 1. */
export function coverageOf({ words, unknownWords }: Translation): number {
  return words === 0 ? 1 : Math.max(0, 1 - unknownWords / words)
}

/** @throws Problem `not_translated` for a result that must not be sold: empty, the text itself, or mostly not translated */
export function refuseUntranslated(source: string, translation: Translation): void {
  if (translation.words === 0) throw untranslated('The text has no words that could be translated.')
  if (translation.text.trim() === '') throw untranslated('The translation was empty.')
  const coverage = coverageOf(translation)
  if (coverage < minCoverage) {
    const percent = Math.round(100 * coverage)
    throw untranslated(`The engine knows only ${percent} % of the words; ${100 * minCoverage} % are needed.`)
  }
  if (translation.words >= minEchoWords && same(source, translation.text)) throw untranslated('The translation was the text itself.')
}

const same = (one: string, other: string) => letters(one) === letters(other)
const letters = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function untranslated(detail: string): Problem {
  return new Problem(notTranslated, detail, { field: 'body.text' })
}
