import { Problem } from '../../../src/goods/kit/worker-side.ts'
import { detectLanguage } from '../basics/detect-language.ts'
import { unsupportedLanguage } from '../basics/text-problems.ts'

/** Names and numbers look like any language: shorter texts are taken as they are. */
const minLength = 40
const minConfidence = 0.9
const maxRead = 4_000

/** @throws Problem `unsupported_language` for a text that is certainly not English */
export function refuseOtherLanguages(texts: Readonly<Record<string, string>>): void {
  for (const [field, text] of Object.entries(texts)) {
    if (text.length < minLength) continue
    const { code, confidence } = detectLanguage(text.slice(0, maxRead))
    if (code === null || code === 'en' || confidence < minConfidence) continue
    throw new Problem(unsupportedLanguage, `The fact-check reads English; body.${field} looks like ${code}.`, {
      field: `body.${field}`,
      expected: 'en',
    })
  }
}
