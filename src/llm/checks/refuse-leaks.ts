import type { Prompt } from '../dialects/dialect.ts'
import { ModelFailure } from '../model-failure.ts'

/** Words of the instructions in a row. An answer that repeats as many outside of its data is refused. */
const runLength = 8

/**
 * Refuses free text of a model that repeats its instructions or the marker. What the data itself says may be repeated.
 * @throws ModelFailure `answer_leaks`
 */
export function refuseLeaks(texts: readonly string[], { instructions, data, marker }: Prompt): void {
  if (texts.some((text) => text.includes(marker))) throw new ModelFailure('answer_leaks')
  const secret = runsOf(instructions)
  const said = texts.flatMap((text) => [...runsOf(text)]).filter((run) => secret.has(run))
  if (said.length === 0) return
  // JSON writes line breaks as letters.
  const known = runsOf(data.replaceAll(/\\[bfnrt"\\]/g, ' '))
  if (said.some((run) => !known.has(run))) throw new ModelFailure('answer_leaks')
}

function runsOf(text: string): Set<string> {
  const words = [...text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word)
  return new Set(Array.from({ length: Math.max(0, words.length - runLength + 1) }, (_, at) => words.slice(at, at + runLength).join(' ')))
}
