import { judge } from '../compare-quantities.ts'
import type { Quantity } from '../read-quantities.ts'
import { ramp, restAgreed, slotCertainty, spanOf, type Comparison, type Signal, type SignalRule } from './comparison.ts'

/** The work of comparing two quantities. */
const workPerPair = 5

/** Numbers and units of the claim that the sentence excludes. */
export const numberSignals: SignalRule = (comparison, work) => {
  const { claim, source } = comparison
  const signals: Signal[] = []
  const others = source.elements.flatMap(({ quantity }, index) => (quantity === null ? [] : [{ quantity, index }]))
  for (const [index, { quantity }] of claim.elements.entries()) {
    if (quantity === null) continue
    if (work.isSpent()) break
    work.add(workPerPair * others.length)
    if (others.some((other) => judge(quantity, other.quantity) === 'same')) continue
    const aligned = comparison.pairOfClaim.get(index)
    let best: { readonly index: number; readonly verdict: 'same' | 'other' | 'unit'; readonly fit: number } | null = null
    for (const other of others) {
      const verdict = judge(quantity, other.quantity)
      const fit = fitOf(comparison, quantity, other, index)
      if (verdict !== 'incomparable' && fit > (best?.fit ?? 0)) best = { index: other.index, verdict, fit }
    }
    if (best === null) continue
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
