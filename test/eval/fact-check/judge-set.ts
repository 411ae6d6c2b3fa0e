import { checkClaimWith } from '../../../src/engines/fact-check/check-claim.ts'
import type { Knowledge } from '../../../src/engines/fact-check/knowledge.ts'
import type { Encoder } from '../../../src/engines/models/encoder.ts'
import { Problem } from '../../../src/shared/problems.ts'
import type { Judged } from './measure.ts'
import type { LabelledPair } from './read-pairs.ts'

/** What the service says of every pair. @param pairs null judges without the encoder */
export async function judgeSet<P extends LabelledPair>(
  set: readonly P[],
  pairs: Encoder | null,
  knowledge: Knowledge,
): Promise<readonly (Judged & { readonly pair: P })[]> {
  const judged: (Judged & { readonly pair: P })[] = []
  for (const pair of set) {
    const { verdict, scores } = await checkClaimWith(pair, pairs, knowledge).catch(refused)
    judged.push({ pair, right: pair.verdict, verdict, scores })
  }
  return judged
}

/** A pair that is refused for its language counts as undecided. */
function refused(error: unknown) {
  if (!(error instanceof Problem) || error.code !== 'unsupported_language') throw error
  return { verdict: 'unverifiable' as const, scores: { supported: 0, contradicted: 0, unverifiable: 1 } }
}
