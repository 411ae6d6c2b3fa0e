import type { Work } from '../../../src/goods/kit/worker-side.ts'
import { datesAgree } from './compare-dates.ts'
import { judge } from './compare-quantities.ts'
import type { Element } from './elements.ts'
import type { Examined } from './features.ts'
import type { Source } from './read-source.ts'
import { spanOf, type Signal } from './signals/comparison.ts'

/** A mismatch counts this much where a sentence nearby has what the claim says: that sentence may be the one that is meant. */
const softened = 0.5
const workPerPair = 4

/**
 * Softens mismatches of dates and numbers where a sentence beside the compared one, or another one that bears on the claim, has the claim's own date
 * or number.
 */
export function softenSaidNearby(examined: readonly Examined[], source: Source, work: Work): readonly Examined[] {
  return examined.map((one) => {
    if (!one.signals.some(isMismatch)) return one
    const near = nearbyOf(one, examined, source)
    const signals = one.signals.map((signal) =>
      isMismatch(signal) && isSaidIn(near, signal, one, work) ? { ...signal, strength: softened * signal.strength } : signal,
    )
    return { ...one, signals: signals.toSorted((first, second) => second.strength - first.strength) }
  })
}

const isMismatch = ({ type }: Signal) => type === 'date_mismatch' || type === 'number_mismatch'

/** The dates and quantities of the sentences on both sides and of the other candidates. */
function nearbyOf(one: Examined, examined: readonly Examined[], source: Source): readonly Element[] {
  const { index } = one.candidate
  const others = new Set([index - 1, index + 1, ...examined.map(({ candidate }) => candidate.index)])
  others.delete(index)
  return [...others].flatMap((at) => source.sentences[at]?.read.elements.filter(({ kind }) => kind !== 'word') ?? [])
}

function isSaidIn(near: readonly Element[], signal: Signal, { candidate }: Examined, work: Work): boolean {
  const { claim } = candidate.comparison
  const at = claim.elements.findIndex(({ kind }, index) => kind !== 'word' && spanOf(claim, index).start === signal.claim.start)
  const said = claim.elements[at]
  if (said === undefined || work.isSpent()) return false
  work.add(workPerPair * near.length)
  return near.some((other) => {
    if (said.date !== null && other.date !== null) return datesAgree(said.date, other.date) === true && isAsExact(said.date, other.date)
    if (said.quantity === null || other.quantity === null || judge(said.quantity, other.quantity) !== 'same') return false
    const [one, two] = [said.quantity, other.quantity]
    return one.kind !== 'count' || one.counted.some((word) => two.counted.includes(word))
  })
}

/** A month without a year is no sign that "March 1990" is said there. */
const isAsExact = (claim: { readonly year: number | null }, source: { readonly year: number | null }) =>
  claim.year === null || source.year !== null
