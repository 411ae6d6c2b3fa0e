import { judge } from '../compare-quantities.ts'
import type { Quantity } from '../read-quantities.ts'
import { ramp, restAgreed, slotCertainty, spanOf, type Comparison, type Signal } from './comparison.ts'

/** Numbers and units of the claim that the sentence excludes. */
export function numberSignals(comparison: Comparison): readonly Signal[] {
  const { claim, source } = comparison
  const signals: Signal[] = []
  const others = source.elements.flatMap(({ quantity }, index) => (quantity === null ? [] : [{ quantity, index }]))
  for (const [index, { quantity }] of claim.elements.entries()) {
    if (quantity === null || others.some((other) => judge(quantity, other.quantity) === 'same')) continue
    const aligned = comparison.pairOfClaim.get(index)
    const ranked = others
      .map((other) => ({ ...other, verdict: judge(quantity, other.quantity), fit: fitOf(comparison, quantity, other, index) }))
      .filter(({ verdict, fit }) => verdict !== 'incomparable' && fit > 0)
      .sort((one, other) => other.fit - one.fit)
    const [best] = ranked
    if (best === undefined) continue
    const certainty =
      aligned?.source === best.index ? slotCertainty(comparison, aligned) : 0.75 * ramp(restAgreed(comparison, index), 0.25, 0.85)
    signals.push({
      type: best.verdict === 'unit' ? 'unit_mismatch' : 'number_mismatch',
      claim: spanOf(claim, index),
      source: spanOf(source, best.index),
      strength: best.fit * certainty,
    })
  }
  return signals
}

/** How well a quantity of the source answers to one of the claim, 0 to 1. */
function fitOf({ pairOfClaim }: Comparison, claim: Quantity, other: { quantity: Quantity; index: number }, at: number): number {
  if (pairOfClaim.get(at)?.source === other.index) return 1
  const { quantity } = other
  if (claim.kind !== quantity.kind) return 0
  if (claim.head !== null && claim.head === quantity.head) return 0.9
  return claim.kind === 'count' || claim.kind === 'ordinal' ? 0 : 0.6
}
