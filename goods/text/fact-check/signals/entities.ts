import type { Work } from '../../../../src/goods/kit/worker-side.ts'
import type { Element, ReadText } from '../elements.ts'
import { slotCertainty, spanOf, type Signal, type SignalRule } from './comparison.ts'
import { createNameSet, type NameSet } from './name-set.ts'

/** A name: elements `from` to `to` (exclusive) that follow each other. */
interface Name {
  readonly from: number
  readonly to: number
}

const titles = new Set(
  'mr mrs ms dr sir lord lady president king queen prime minister senator governor professor prof general captain saint st'.split(' '),
)

/** Names of the claim that the sentence replaces by others (`entity_mismatch`), or that it lacks (`entity_missing`). */
export const entitySignals: SignalRule = (comparison, work) => {
  const { claim, source, pairOfClaim } = comparison
  const signals: Signal[] = []
  const [ofClaim, ofSource] = [createNameSet(claim, work), createNameSet(source, work)]
  for (const name of namesOf(claim)) {
    if (work.isSpent()) break
    const missing = missingParts(name, claim, ofSource)
    if (missing.length === 0 || isAbbreviated(name, claim, ofSource, work)) continue
    let best: Signal | null = null
    for (const index of missing) {
      const pair = pairOfClaim.get(index)
      const other = pair === undefined ? undefined : source.elements[pair.source]
      if (pair === undefined || other === undefined || pair.how !== 'different' || !other.name || ofClaim.has(other.key)) continue
      const certainty = slotCertainty(comparison, pair)
      // Of a longer name one word may differ where the rest is the same: "Bill" and "Hillary" before "Clinton".
      if (best === null || certainty > best.strength) {
        best = {
          type: 'entity_mismatch',
          claim: spanOf(claim, name.from, name.to),
          source: spanOf(source, pair.source),
          strength: certainty,
        }
      }
    }
    const share = missing.length / (name.to - name.from)
    signals.push(best ?? { type: 'entity_missing', claim: spanOf(claim, name.from, name.to), source: null, strength: share })
  }
  return signals
}

/** The names of a text: neighbouring capitalised words. */
function namesOf({ elements, tokens }: ReadText): readonly Name[] {
  const names: Name[] = []
  let at = 0
  while (at < elements.length) {
    if (elements[at]?.name !== true) {
      at += 1
      continue
    }
    let to = at + 1
    while (to < elements.length && elements[to]?.name === true && gapIsNarrow(elements[to - 1], elements[to], tokens)) to += 1
    names.push({ from: at, to })
    at = to
  }
  return names
}

/** Between two words of a name: nothing, a hyphen or the point of an initial. */
function gapIsNarrow(one: Element | undefined, other: Element | undefined, tokens: ReadText['tokens']): boolean {
  const between = tokens.slice(one?.to ?? 0, other?.from ?? 0)
  return between.every((token) => ['.', '-', '&', "'"].includes(token.text))
}

/** The words of a name that the source has nowhere. */
function missingParts({ from, to }: Name, claim: ReadText, source: NameSet): readonly number[] {
  const missing: number[] = []
  for (let index = from; index < to; index++) {
    const element = claim.elements[index]
    const token = claim.tokens[element?.from ?? 0]
    if (element === undefined || token === undefined || titles.has(token.lower)) continue
    // An initial agrees with any word that begins with it.
    if (token.lower.length === 1 && source.initials.has(token.lower)) continue
    if (!source.has(element.key)) missing.push(index)
  }
  return missing
}

/** `UN` beside `United Nations`, in either direction. */
function isAbbreviated({ from, to }: Name, claim: ReadText, source: NameSet, work: Work): boolean {
  const words = claim.elements.slice(from, to).map((element) => claim.tokens[element.from]?.text ?? '')
  const letters = words.join('').replaceAll('.', '')
  if (letters.length >= 2 && letters.length <= 6 && letters === letters.toUpperCase()) {
    work.add(source.capitals.length)
    if (source.capitals.includes(letters)) return true
  }
  if (words.length < 2) return false
  return source.plainTexts.has(words.map((word) => word[0] ?? '').join(''))
}
