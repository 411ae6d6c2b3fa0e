import type { Element } from '../elements.ts'
import { restAgreed, ramp, slotCertainty, spanOf, type Signal, type SignalRule } from './comparison.ts'
import { isNegatedNear } from './negated-near.ts'

/** The work of asking whether two words are opposites. */
const workPerPair = 3

/** Words of the claim where the sentence has their opposite. */
export const antonymSignals: SignalRule = (comparison, work) => {
  const { claim, source, pairOfClaim, pairOfSource, relations } = comparison
  const signals: Signal[] = []
  const sourceKeys = new Set(source.elements.map(({ key }) => key))
  const claimKeys = new Set(claim.elements.map(({ key }) => key))
  const onlyInSource = source.elements.flatMap(({ kind, key, name }, at) => (kind === 'word' && !name && !claimKeys.has(key) ? [at] : []))
  for (const [index, element] of claim.elements.entries()) {
    const aligned = pairOfClaim.get(index)
    // "West" of a name is no direction: what stands in its place is another name, and has its own signal.
    if (element.kind !== 'word' || element.name || (aligned !== undefined && aligned.how !== 'different')) continue
    // A word that the sentence has elsewhere may still have its opposite at this place: "north of the south".
    const elsewhere = sourceKeys.has(element.key)
    const inPlace = aligned === undefined || !isPlainWord(source.elements[aligned.source]) ? [] : [aligned.source]
    const places = elsewhere ? inPlace : [...inPlace, ...onlyInSource]
    if (work.isSpent()) break
    work.add(workPerPair * places.length)
    let best: { at: number; strength: number } | null = null
    for (const at of places) {
      const other = source.elements[at] as Element
      const opposite = relations.opposite(element.key, other.key)
      if (opposite === null) continue
      const here = aligned?.source === at
      const taken = pairOfSource.get(at)
      if (!here && (opposite === 'distant' || (taken !== undefined && taken.how !== 'different'))) continue
      if (isNegatedNear(claim, index) !== isNegatedNear(source, at)) continue
      const base = opposite === 'near' ? 1 : 0.7
      // Where another word fills the same place, the opposite is about something else.
      const apart = (aligned === undefined ? 0.7 : 0.3) * ramp(restAgreed(comparison, index), 0.3, 0.9)
      const strength = here && aligned !== undefined ? base * slotCertainty(comparison, aligned) : apart
      if (best === null || strength > best.strength) best = { at, strength }
    }
    if (best !== null)
      signals.push({ type: 'antonym', claim: spanOf(claim, index), source: spanOf(source, best.at), strength: best.strength })
  }
  return signals
}

const isPlainWord = (element: Element | undefined) => element?.kind === 'word' && !element.name
