import { createWork } from '../../../src/goods/kit/worker-side.ts'
import type { Encoder } from '../models/encoder.ts'
import type { Job } from '../models/text-jobs.ts'
import { allMustHold, rounded, verdictOf, withoutWeakContradiction } from './combine-scores.ts'
import { evidenceOf } from './evidence.ts'
import type { CheckClaimInput, FactCheck } from './fact-check.ts'
import { judgeClaim, type Judgement } from './judge-claim.ts'
import { ownKnowledge, type Knowledge } from './knowledge.ts'
import { readSource, type Source } from './read-source.ts'
import { refuseOtherLanguages } from './refuse-language.ts'
import { reasonsOf } from './reasons.ts'
import { splitSentencesOf, type AtomicClaim } from './split-claims.ts'
import { warningsOf } from './warnings.ts'

/** Pairs of claim and passage that the encoder may read for one call: some 10 ms each. */
const maxPairs = 100
const maxPairsOfClaim = 6
const minPairsOfClaim = 3
/** The work of comparing a claim with a source: some 0.2 s. The longest texts in prose take a fifth of it. */
const maxWork = 4_000_000

/** Checks a claim of one or more sentences against one source. */
export const checkClaim: Job<'checkClaim'> = (input, { pairs }) => checkClaimWith(input, pairs, ownKnowledge())

/**
 * @param pairs null checks by exact signals and words alone
 * @throws Problem `unsupported_language`
 */
export async function checkClaimWith(input: CheckClaimInput, pairs: Encoder | null, knowledge: Knowledge): Promise<FactCheck> {
  const { judged, scores } = await judgeWhole(input, pairs, knowledge)
  const verdict = verdictOf(scores)
  // The part that decides: the most contradicted one, or the least supported one.
  const decisive = judged.toSorted((one, other) => decisiveness(other.judgement, verdict) - decisiveness(one.judgement, verdict))[0]
  return {
    verdict,
    confidence: scores[verdict],
    scores,
    evidence: decisive === undefined ? [] : evidenceOf(decisive.judgement, verdict),
    reasons: decisive === undefined ? [] : reasonsOf(decisive.judgement, verdict, decisive.claim),
    warnings: [...warningsOf(input.claim, [input.source], judged.length), ...cutWarning([judged])],
  }
}

/** Judges each sentence of a claim, and the whole. @throws Problem `unsupported_language` */
export async function judgeWhole(input: CheckClaimInput, pairs: Encoder | null, knowledge: Knowledge) {
  refuseOtherLanguages({ claim: input.claim, source: input.source })
  const judged = await judgeAll(splitSentencesOf(input.claim), readSource(input.source), knowledge, { pairs, maxPairs, maxWork })
  return { judged, scores: rounded(withoutWeakContradiction(allMustHold(judged.map(({ judgement }) => judgement.scores)))) }
}

/** A claim and what was found of it. */
export interface JudgedClaim {
  readonly claim: AtomicClaim
  readonly judgement: Judgement
}

/** What all claims of one text may cost together against one source. */
export interface CheckLimits {
  readonly pairs: Encoder | null
  readonly maxPairs: number
  /** Of the exact rules. */
  readonly maxWork: number
}

/** Judges claims one after the other, within limits for all of them. */
export async function judgeAll(
  claims: readonly AtomicClaim[],
  source: Source,
  knowledge: Knowledge,
  { pairs, maxPairs, maxWork }: CheckLimits,
): Promise<readonly JudgedClaim[]> {
  const perClaim = Math.max(minPairsOfClaim, Math.min(maxPairsOfClaim, Math.floor(maxPairs / Math.max(1, claims.length))))
  const allowance = { pairs, maxPairs: perClaim, work: createWork(maxWork) }
  const judged: JudgedClaim[] = []
  for (const claim of claims) judged.push({ claim, judgement: await judgeClaim(claim.statement, source, knowledge, allowance) })
  return judged
}

/** Says what was not compared, where the budget was used up. @param bySource what was judged by each source */
export function cutWarning(bySource: readonly (readonly JudgedClaim[])[]): readonly string[] {
  const cut = bySource.flat().filter(({ judgement }) => judgement.isCut).length
  if (cut === 0) return []
  return [
    `The texts repeat or list so many words that ${cut} of ${bySource.flat().length} comparisons of a part of the claim with a source are not complete.`,
  ]
}

const decisiveness = ({ scores }: Judgement, verdict: FactCheck['verdict']) =>
  verdict === 'supported' ? -scores.supported : scores[verdict]
