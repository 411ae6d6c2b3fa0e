import { agreementOf } from '../fact-check/agreement.ts'
import type { AtomicCheck, DeepFactCheck, SourceCheck } from '../fact-check/fact-check.ts'
import { compareOpinions, type SecondOpinion } from './second-opinion.ts'
import { combineClaims, recombine } from './tasks/check-deeply.ts'

/** Holds each verdict of a model beside that of the embedded checker, which splits a claim in the same way. */
export function compareDeeply(
  model: DeepFactCheck,
  embedded: DeepFactCheck,
): { readonly check: DeepFactCheck; readonly secondOpinion: SecondOpinion } {
  const conflicts = new Set<string>()
  const warnings = [...model.warnings]
  const claims = model.claims.map((claim, at): AtomicCheck => {
    const sources = claim.sources.map((source): SourceCheck => {
      const other = embedded.claims[at]?.sources.find((one) => one.source === source.source)
      if (!other) return source
      const { check, secondOpinion } = compareOpinions(source, other)
      for (const conflict of secondOpinion.conflicts) conflicts.add(conflict)
      if (secondOpinion.conflicts.length > 0)
        warnings.push(
          `Claim ${at + 1}, source ${source.source + 1}: the embedded checker disagrees (${secondOpinion.conflicts.join(', ')}), so the confidence is lowered.`,
        )
      return { ...source, ...check }
    })
    return recombine({ claim: claim.claim, sources })
  })
  const check = { ...model, ...combineClaims(claims), claims, agreement: agreementOf(claims), warnings }
  return { check, secondOpinion: { verdict: embedded.verdict, conflicts: [...conflicts] } }
}
