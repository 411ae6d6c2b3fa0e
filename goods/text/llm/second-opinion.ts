import type { FactCheck, CheckReason, ClaimVerdict } from '../fact-check/fact-check.ts'
import { confidenceIn, type CheckedVerdict } from './tasks/verdict-reply.ts'

/** What the embedded checker says of the same claim and source. */
export interface SecondOpinion {
  readonly verdict: ClaimVerdict
  /** Types of reasons that speak against the language model. */
  readonly conflicts: readonly string[]
}

/** What exact rules see better than a model that writes fluently. */
const exactConflicts: ReadonlySet<string> = new Set(['number_mismatch', 'unit_mismatch', 'date_mismatch', 'negation'])
/** Where the two disagree on one of these, the verdict is as good as open. */
const confidenceInConflict = 0.5
/** An opposite verdict of the embedded checker counts where it is this sure. */
const sure = 0.9

/**
 * Holds a verdict of a model beside that of the embedded checker. A conflict of number, date or negation lowers the confidence and
 * is named; the verdict stays that of the model.
 */
export function compareOpinions(
  model: CheckedVerdict,
  embedded: Pick<FactCheck, 'verdict' | 'confidence' | 'reasons'>,
): { readonly check: CheckedVerdict; readonly secondOpinion: SecondOpinion } {
  const found = model.verdict === 'supported' && embedded.verdict !== 'supported' ? embedded.reasons.filter(isExact) : []
  const isOpposite = opposites.has(`${model.verdict} ${embedded.verdict}`) && embedded.confidence >= sure
  const conflicts = [...new Set([...found.map(({ type }) => type), ...(isOpposite ? ['opposite_verdict'] : [])])]
  const secondOpinion = { verdict: embedded.verdict, conflicts }
  if (conflicts.length === 0) return { check: model, secondOpinion }
  const lowered = Math.min(model.confidence, confidenceInConflict)
  const check = {
    ...model,
    ...confidenceIn(model.verdict, lowered),
    reasons: [...model.reasons, ...found],
    warnings: [...model.warnings, `The embedded checker disagrees (${conflicts.join(', ')}), so the confidence is lowered.`],
  }
  return { check, secondOpinion }
}

const opposites: ReadonlySet<string> = new Set(['supported contradicted', 'contradicted supported'])

const isExact = ({ type }: CheckReason) => exactConflicts.has(type)
