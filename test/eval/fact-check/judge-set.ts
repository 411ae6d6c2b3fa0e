import { judgeWhole } from '../../../goods/text/fact-check/check-claim.ts'
import { verdictOf } from '../../../goods/text/fact-check/combine-scores.ts'
import type { Knowledge } from '../../../goods/text/fact-check/knowledge.ts'
import type { Encoder } from '../../../goods/text/models/encoder.ts'
import { Problem } from '../../../src/shared/problems.ts'
import type { JudgedPair } from './goals.ts'
import type { LabelledPair } from './read-pairs.ts'

/** What the service says of every pair. @param pairs null judges without the encoder */
export async function judgeSet<P extends LabelledPair>(
  set: readonly P[],
  pairs: Encoder | null,
  knowledge: Knowledge,
): Promise<readonly (JudgedPair & { readonly pair: P })[]> {
  const judged: (JudgedPair & { readonly pair: P })[] = []
  for (const pair of set) {
    const { judged: parts, scores } = await judgeWhole(pair, pairs, knowledge).catch(refused)
    // Of a claim with several sentences no one rule decides.
    const exact = parts.length === 1 ? (parts[0]?.judgement.exact ?? null) : null
    judged.push({
      pair,
      right: pair.verdict,
      verdict: verdictOf(scores),
      scores,
      exact: exact === null ? null : `${exact.verdict}: ${exact.type}`,
    })
  }
  return judged
}

/** A pair that is refused for its language counts as undecided. */
function refused(error: unknown) {
  if (!(error instanceof Problem) || error.code !== 'unsupported_language') throw error
  return { judged: [], scores: { supported: 0, contradicted: 0, unverifiable: 1 } }
}
