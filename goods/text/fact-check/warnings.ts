import { tokensOf } from './tokens.ts'

const manySentences = 3

/** Phrases that address a model rather than a reader. They change no verdict here; a caller who passes the source on should know. */
const addressed =
  /\b(?:ignore|disregard|forget)\s+(?:all\s+|any\s+)?(?:the\s+|your\s+)?(?:previous|prior|above|earlier)\s+(?:instructions?|prompts?|rules?)\b/iu

/** What a caller should know about the texts they sent. */
export function warningsOf(claim: string, sources: readonly string[], claims: number): readonly string[] {
  const warnings: string[] = []
  if (claims === 0) warnings.push('The claim says nothing that can be checked.')
  if (claims > manySentences)
    warnings.push('The claim has several sentences: the verdict is that of the whole. The deep fact-check judges each part.')
  if (sources.some((source) => addressed.test(source))) warnings.push('A source contains text that addresses a language model.')
  if (tokensOf(claim).some(({ lower }) => lower === 'i' || lower === 'my'))
    warnings.push('The claim speaks of its writer, whom the source may not name.')
  return warnings
}
