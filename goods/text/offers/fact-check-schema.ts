import { z } from '../../../src/goods/door.ts'
import { count, foreignText, identifier, share, statistic, text } from '../../../src/goods/kit/answers.ts'
import type { Evidence, CheckReason, VerdictScores } from '../fact-check/fact-check.ts'
import type { TextEngines } from '../models/text-engines.ts'

export const engineOf = (engines: TextEngines) => ({ provider: 'embedded', model: 'fact-check', version: engines.version })

const verdictMember = z.enum(['supported', 'contradicted', 'unverifiable'])

/** A part of a text; offsets count code points. */
export const spanMember = z.object({ text: foreignText, offset: statistic, length: statistic })

const scoresMember = z
  .object({ supported: statistic, contradicted: statistic, unverifiable: statistic })
  .describe('Probabilities of the verdicts; they add up to 1')

const evidenceMember = z
  .array(
    z.object({
      quote: foreignText,
      offset: statistic.describe('Code points before the quote'),
      length: statistic,
      stance: z.enum(['supports', 'contradicts', 'related']),
      relevance: statistic.describe('0 to 1'),
    }),
  )
  .describe('Sentences of the source, word by word; the verdict rests on the first')

const reasonsMember = z.array(
  z.object({ type: identifier, detail: text, claimSpan: spanMember.nullable(), sourceSpan: spanMember.nullable() }),
)

/** Members of every verdict. */
export const verdictMembers = {
  verdict: verdictMember,
  confidence: share.describe('How often verdicts of this certainty are right'),
  scores: scoresMember,
}

/** Members of a verdict by one source. */
export const groundsMembers = { evidence: evidenceMember, reasons: reasonsMember }

export const usageMember = z.object({ claimCharacterCount: count, sourceCharacterCount: count })

/** What no answer of these tools can tell; it is part of each. */
export const limitations =
  'The verdict compares the claim with the source alone: a source can be wrong. It reads English prose, does not calculate, and knows nothing of the world.'

/** Copies what a worker sent, whose arrays are read-only. */
export function groundsOf({ evidence, reasons }: { readonly evidence: readonly Evidence[]; readonly reasons: readonly CheckReason[] }) {
  return { evidence: evidence.map((one) => ({ ...one })), reasons: reasons.map((one) => ({ ...one })) }
}

export function verdictOfCheck<V extends string>(check: {
  readonly verdict: V
  readonly confidence: number
  readonly scores: VerdictScores
}) {
  return { verdict: check.verdict, confidence: check.confidence, scores: { ...check.scores } }
}
