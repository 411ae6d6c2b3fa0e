import { datesAgree, isAmbiguous } from '../compare-dates.ts'
import { ramp, restAgreed, slotCertainty, spanOf, type Signal, type SignalRule } from './comparison.ts'

/** Dates of the claim that the sentence excludes. */
export const dateSignals: SignalRule = (comparison, work) => {
  const { claim, source, pairOfClaim } = comparison
  const others = source.elements.flatMap(({ date }, index) => (date === null ? [] : [{ date, index }]))
  const signals: Signal[] = []
  for (const [index, { date }] of claim.elements.entries()) {
    if (date === null) continue
    if (work.isSpent()) break
    work.add(2 * others.length)
    if (others.some((other) => datesAgree(date, other.date) === true)) continue
    const unsure = others.find((other) => isAmbiguous(date, other.date))
    if (unsure !== undefined) {
      signals.push({
        type: 'date_ambiguous',
        claim: spanOf(claim, index),
        source: spanOf(source, unsure.index),
        strength: restAgreed(comparison, index),
      })
      continue
    }
    const conflicts = others.filter((other) => datesAgree(date, other.date) === false)
    const aligned = pairOfClaim.get(index)
    const best = conflicts.find((other) => other.index === aligned?.source) ?? conflicts[0]
    if (best === undefined) continue
    // Of several dates it is uncertain which one the claim means.
    const alone = (conflicts.length === 1 ? 0.8 : 0.5) * ramp(restAgreed(comparison, index), 0.25, 0.85)
    const strength = aligned?.source === best.index ? Math.max(slotCertainty(comparison, aligned), alone) : alone
    signals.push({ type: 'date_mismatch', claim: spanOf(claim, index), source: spanOf(source, best.index), strength })
  }
  return signals
}
