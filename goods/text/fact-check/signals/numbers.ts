import { judge } from '../compare-quantities.ts'
import type { Quantity } from '../quantity.ts'
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
function fitOf(comparison: Comparison, claim: Quantity, other: { quantity: Quantity; index: number }, at: number): number {
  const { quantity } = other
  const aligned = comparison.pairOfClaim.get(at)?.source === other.index
  if (countsOther(comparison, claim, quantity)) return aligned ? 0.5 : 0
  if (aligned) return 1
  if (claim.kind !== quantity.kind) return 0
  if (claim.head !== null && claim.head === quantity.head) return 0.9
  return claim.kind === 'count' || claim.kind === 'ordinal' ? 0 : 0.6
}

/** Whether the two count different things: `12 offices` and `40 employees`. "Visitors" and "visitors a year" are one thing. */
function countsOther({ claim, source, relations }: Comparison, one: Quantity, other: Quantity): boolean {
  if (one.kind !== 'count' || other.kind !== 'count' || one.head === null || other.head === null) return false
  if (one.counted.some((word) => other.counted.some((near) => relations.synonyms(word, near) || word.slice(0, 5) === near.slice(0, 5))))
    return false
  // Where a text names what the other one counts, the two are different things. Otherwise they can be two words for one thing.
  const has = (elements: typeof claim.elements, key: string) => elements.some((element) => element.key === key)
  return relations.sisters(one.head, other.head) || has(source.elements, one.head) || has(claim.elements, other.head)
}
