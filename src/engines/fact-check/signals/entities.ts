import type { Element, ReadText } from '../elements.ts'
import { isSameName } from './same-name.ts'
import { slotCertainty, spanOf, type Comparison, type Signal } from './comparison.ts'

/** A name: elements `from` to `to` (exclusive) that follow each other. */
interface Name {
  readonly from: number
  readonly to: number
}

const titles = new Set(
  'mr mrs ms dr sir lord lady president king queen prime minister senator governor professor prof general captain saint st'.split(' '),
)

/** Names of the claim that the sentence replaces by others (`entity_mismatch`), or that it lacks (`entity_missing`). */
export function entitySignals(comparison: Comparison): readonly Signal[] {
  const { claim, source, pairOfClaim } = comparison
  const signals: Signal[] = []
  for (const name of namesOf(claim)) {
    const missing = missingParts(name, claim, source)
    if (missing.length === 0 || isAbbreviated(name, claim, source)) continue
    let best: Signal | null = null
    for (const index of missing) {
      const pair = pairOfClaim.get(index)
      const other = pair === undefined ? undefined : source.elements[pair.source]
      if (pair === undefined || other === undefined || pair.how !== 'different' || !other.name || isNamed(other, claim)) continue
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
function missingParts({ from, to }: Name, claim: ReadText, source: ReadText): readonly number[] {
  const missing: number[] = []
  for (let index = from; index < to; index++) {
    const element = claim.elements[index]
    const token = claim.tokens[element?.from ?? 0]
    if (element === undefined || token === undefined || titles.has(token.lower)) continue
    // An initial agrees with any word that begins with it.
    if (token.lower.length === 1 && source.tokens.some((other) => other.capital && other.lower.startsWith(token.lower))) continue
    if (!source.elements.some((other) => other.kind === 'word' && isSameName(element.key, other.key))) missing.push(index)
  }
  return missing
}

const isNamed = (element: Element, text: ReadText) =>
  text.elements.some((other) => other.kind === 'word' && isSameName(other.key, element.key))

/** `UN` beside `United Nations`, in either direction. */
function isAbbreviated({ from, to }: Name, claim: ReadText, source: ReadText): boolean {
  const words = claim.elements.slice(from, to).map((element) => claim.tokens[element.from]?.text ?? '')
  const letters = words.join('').replaceAll('.', '')
  if (letters.length >= 2 && letters.length <= 6 && letters === letters.toUpperCase()) {
    const initials = source.tokens.map((token) => (token.kind === 'word' && token.capital ? (token.text[0] ?? '') : '')).join('')
    if (initials.includes(letters)) return true
  }
  if (words.length < 2) return false
  const short = words.map((word) => word[0] ?? '').join('')
  return source.tokens.some((token) => token.text.replaceAll('.', '') === short)
}
