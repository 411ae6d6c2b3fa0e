import type { Encoder } from '../models/encoder.ts'
import type { Job } from '../models/text-jobs.ts'
import { agreementOf } from './agreement.ts'
import { cutWarning, judgeAll, type JudgedClaim } from './check-claim.ts'
import { allMustHold, overSources, rounded, verdictOf, withoutWeakContradiction } from './combine-scores.ts'
import { evidenceOf } from './evidence.ts'
import type { AtomicCheck, CheckDeeplyInput, DeepFactCheck, SourceCheck } from './fact-check.ts'
import { ownKnowledge, type Knowledge } from './knowledge.ts'
import { readSource } from './read-source.ts'
import { refuseOtherLanguages } from './refuse-language.ts'
import { reasonsOf } from './reasons.ts'
import { splitClauses } from './split-claims.ts'
import { warningsOf } from './warnings.ts'

/** Pairs for all sources together. */
const maxPairs = 300
/** The work of the exact rules for all sources together. */
const maxWork = 10_000_000

/** Splits a claim into atomic ones and checks each against every source. */
export const checkDeeply: Job<'checkDeeply'> = (input, { pairs }) => checkDeeplyWith(input, pairs, ownKnowledge())

/**
 * @param pairs null checks by exact signals and words alone
 * @throws Problem `unsupported_language`
 */
export async function checkDeeplyWith(input: CheckDeeplyInput, pairs: Encoder | null, knowledge: Knowledge): Promise<DeepFactCheck> {
  refuseOtherLanguages({ claim: input.claim, ...Object.fromEntries(input.sources.map((source, index) => [`sources[${index}]`, source])) })
  const claims = splitClauses(input.claim)
  const bySource: (readonly JudgedClaim[])[] = []
  const limits = { pairs, maxPairs: maxPairs / input.sources.length, maxWork: maxWork / input.sources.length }
  for (const text of input.sources) bySource.push(await judgeAll(claims, readSource(text), knowledge, limits))
  const checks = claims.map((claim, index): AtomicCheck => {
    const sources = bySource.flatMap((judged, source) => (judged[index] === undefined ? [] : [checkOf(judged[index], source)]))
    const scores = rounded(withoutWeakContradiction(overSources(sources.map((check) => check.scores))))
    const verdict = verdictOf(scores)
    return { claim: claim.span, verdict, confidence: scores[verdict], scores, sources }
  })
  const scores = rounded(withoutWeakContradiction(allMustHold(checks.map((check) => check.scores))))
  const verdict = verdictOf(scores)
  return {
    verdict,
    confidence: scores[verdict],
    scores,
    claims: checks,
    agreement: agreementOf(checks),
    warnings: [
      ...warningsOf(input.claim, input.sources, 1),
      ...(claims.length === 0 ? ['The claim says nothing that can be checked.'] : []),
      ...cutWarning(bySource),
    ],
  }
}

function checkOf({ claim, judgement }: JudgedClaim, source: number): SourceCheck {
  const scores = rounded(withoutWeakContradiction(judgement.scores))
  const verdict = verdictOf(scores)
  return {
    source,
    verdict,
    confidence: scores[verdict],
    scores,
    evidence: evidenceOf(judgement, verdict),
    reasons: reasonsOf(judgement, verdict, claim),
    warnings: [],
  }
}
