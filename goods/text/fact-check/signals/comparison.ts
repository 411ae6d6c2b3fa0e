import type { Work } from '../../../../src/goods/kit/worker-side.ts'
import { align, type AlignedPair, type Alignment } from '../align.ts'
import type { Element, ReadText } from '../elements.ts'
import type { WordRelations } from '../word-relations.ts'

/** What kinds of evidence a comparison of two sentences finds. */
export type SignalType =
  | 'number_mismatch'
  | 'unit_mismatch'
  | 'date_mismatch'
  | 'date_ambiguous'
  | 'negation'
  | 'antonym'
  | 'entity_mismatch'
  | 'entity_missing'
  | 'quantifier'
  | 'role'
  | 'hedge'
  | 'word_mismatch'

/** A part of a sentence, in UTF-16 indexes of it. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** One finding about a claim and a sentence of the source. */
export interface Signal {
  readonly type: SignalType
  readonly claim: Span
  /** Null where the source has nothing at that place. */
  readonly source: Span | null
  /** 0 to 1: how sure it is that the two exclude each other, or, for `entity_missing`, `hedge` and
   * `date_ambiguous`, that the source says less. */
  readonly strength: number
}

/** A claim beside one sentence of the source. */
export interface Comparison {
  readonly claim: ReadText
  readonly source: ReadText
  readonly alignment: Alignment
  readonly relations: WordRelations
  readonly pairOfClaim: ReadonlyMap<number, AlignedPair>
  readonly pairOfSource: ReadonlyMap<number, AlignedPair>
  /** The weight of the whole claim, and of what agrees of it. */
  readonly weight: Weight
}

/** Weights in fifths of an element, so that their sums are exact. */
interface Weight {
  readonly total: number
  readonly agreed: number
}

/** A rule that finds signals. It books what it compares, and stops when the budget is used up. */
export type SignalRule = (comparison: Comparison, work: Work) => readonly Signal[]

/** A first word with a capital is a name where the other text has it as one, or the lexicon does not know it. */
function withFirstName(text: ReadText, other: ReadText, relations: WordRelations): ReadText {
  const at = text.elements.findIndex(({ from }) => text.tokens[from]?.first === true)
  const element = text.elements[at]
  const token = text.tokens[element?.from ?? 0]
  if (element === undefined || element.name || element.kind !== 'word' || element.weight < 0.5 || token?.capital !== true) return text
  const named = other.elements.some(({ name, key }) => name && key === element.key)
  if (!named && (relations.isCommon(element.key) || !/^\p{L}{3,}$/u.test(token.text) || token.lower.endsWith('ing'))) return text
  return { ...text, elements: text.elements.with(at, { ...element, name: true }) }
}

/** Aligns both and makes what all signals read. */
export function compare(one: ReadText, other: ReadText, relations: WordRelations, work: Work): Comparison {
  const claim = withFirstName(one, other, relations)
  const source = withFirstName(other, one, relations)
  const alignment = align(claim.elements, source.elements, relations, work)
  const pairOfClaim = new Map(alignment.pairs.map((pair) => [pair.claim, pair]))
  return {
    claim,
    source,
    alignment,
    relations,
    pairOfClaim,
    pairOfSource: new Map(alignment.pairs.map((pair) => [pair.source, pair])),
    weight: weightOf(claim.elements, pairOfClaim, 0, claim.elements.length),
  }
}

/** The span of elements `from` to `to` (exclusive) of a text. */
export function spanOf({ tokens, elements }: ReadText, from: number, to = from + 1): Span {
  const first = tokens[elements[from]?.from ?? 0]
  const last = tokens[(elements[to - 1]?.to ?? 1) - 1]
  return { start: first?.start ?? 0, end: last?.end ?? 0 }
}

const isAgreed = (pair: AlignedPair | undefined) => pair !== undefined && pair.how !== 'different'

/**
 * How far the rest of the claim says what the sentence says, 0 to 1: the share of the other elements' weight that agrees, with those that
 * differ right beside element `at` left out, since they were replaced with it.
 */
export function restAgreed({ claim, pairOfClaim, weight }: Comparison, at: number): number {
  let from = at
  let to = at + 1
  while (from > 0 && !isAgreed(pairOfClaim.get(from - 1)) && isContentAt(claim, from - 1) && at - from < 4) from -= 1
  while (to < claim.elements.length && !isAgreed(pairOfClaim.get(to)) && isContentAt(claim, to) && to - at < 4) to += 1
  const left = weightOf(claim.elements, pairOfClaim, from, to)
  const total = weight.total - left.total
  return total < 5 ? 0 : (weight.agreed - left.agreed) / total
}

function weightOf(elements: readonly Element[], pairs: ReadonlyMap<number, AlignedPair>, from: number, to: number): Weight {
  let total = 0
  let agreed = 0
  for (let index = from; index < to; index++) {
    const fifths = Math.round(5 * (elements[index]?.weight ?? 0))
    total += fifths
    if (isAgreed(pairs.get(index))) agreed += fifths
  }
  return { total, agreed }
}

const isContentAt = ({ elements }: ReadText, at: number) => (elements[at]?.weight ?? 0) >= 0.5

/** How many of the nearest agreeing elements on both sides of a pair are its neighbours in the source too: 0, 0.5 or 1. */
function neighboursAgreed({ claim, source, pairOfClaim }: Comparison, at: number, sourceAt: number): number {
  const left = nearestAgreed(pairOfClaim, at, -1, claim.elements)
  const right = nearestAgreed(pairOfClaim, at, 1, claim.elements)
  let agreed = 0
  if (left === 'edge' ? sourceAt <= 2 : left !== null && sourceAt - left.source <= 4 && at - left.claim <= 4) agreed += 0.5
  if (right === 'edge' ? sourceAt >= source.elements.length - 3 : right !== null && right.source - sourceAt <= 4 && right.claim - at <= 4)
    agreed += 0.5
  return agreed
}

function nearestAgreed(
  pairs: ReadonlyMap<number, AlignedPair>,
  at: number,
  step: 1 | -1,
  elements: readonly Element[],
): AlignedPair | 'edge' | null {
  for (let index = at + step; Math.abs(index - at) <= 5; index += step) {
    if (index < 0 || index >= elements.length) return 'edge'
    const pair = pairs.get(index)
    if (pair !== undefined && pair.how !== 'different') return pair
  }
  return null
}

/** The certainty that a pair is one slot with another filling: both measures of context together. */
export function slotCertainty(comparison: Comparison, pair: AlignedPair): number {
  const rest = restAgreed(comparison, pair.claim)
  return ramp(rest, 0.25, 0.85) * (0.6 + 0.4 * neighboursAgreed(comparison, pair.claim, pair.source))
}

/** 0 up to `low`, 1 from `high`, even between. */
export const ramp = (value: number, low: number, high: number) => Math.min(1, Math.max(0, (value - low) / (high - low)))
