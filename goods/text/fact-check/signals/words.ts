import type { Element } from '../elements.ts'
import { isSameName } from './same-name.ts'
import { slotCertainty, spanOf, type Signal, type SignalRule } from './comparison.ts'

/** Common words that the sentence replaces by others: certain for two kinds of one thing, a hint for any two. */
export const wordSignals: SignalRule = (comparison) => {
  const { claim, source, alignment, relations } = comparison
  const claimKeys = new Set(claim.elements.map(({ key }) => key))
  const sourceKeys = new Set(source.elements.map(({ key }) => key))
  const signals: Signal[] = []
  for (const pair of alignment.pairs) {
    const one = claim.elements[pair.claim]
    const other = source.elements[pair.source]
    if (pair.how !== 'different' || !isCommon(one) || !isCommon(other)) continue
    if (sourceKeys.has(one.key) || claimKeys.has(other.key) || isSameName(one.key, other.key) || beginAlike(one.key, other.key)) continue
    if (relations.opposite(one.key, other.key) !== null) continue
    const base = relations.sisters(one.key, other.key) ? 0.8 : 0.35
    signals.push({
      type: 'word_mismatch',
      claim: spanOf(claim, pair.claim),
      source: spanOf(source, pair.source),
      strength: base * slotCertainty(comparison, pair),
    })
  }
  return signals
}

const isCommon = (element: Element | undefined): element is Element => element?.kind === 'word' && !element.name && element.weight >= 0.5

/** Derived words mostly mean the same: `production` and `produced`. */
const beginAlike = (one: string, other: string) => {
  const length = Math.min(one.length, other.length)
  return length >= 4 && one.slice(0, Math.max(4, length - 2)) === other.slice(0, Math.max(4, length - 2))
}
