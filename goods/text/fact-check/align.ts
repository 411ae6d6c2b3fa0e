import type { Work } from '../../../src/goods/kit/worker-side.ts'
import { datesAgree } from './compare-dates.ts'
import { judge } from './compare-quantities.ts'
import type { Element } from './elements.ts'
import type { WordRelations } from './word-relations.ts'

/** Two elements that stand at the same place of both texts. Indexes are of elements. */
export interface AlignedPair {
  readonly claim: number
  readonly source: number
  readonly how: 'equal' | 'synonym' | 'different'
}

export interface Alignment {
  readonly pairs: readonly AlignedPair[]
  /** Share of the claim's weight that is equal or synonymous at its place, 0 to 1. */
  readonly coverage: number
  /** The same for elements at any place of the source. */
  readonly loose: number
}

const maxElements = 160
/** The work of comparing two elements once to align them and once at any place. */
const workPerPair = 6

/**
 * Aligns a claim with a sentence: the order-preserving pairs of greatest weight. Elements that differ form a pair where both are of a kind
 * that excludes one another, so that what was replaced is seen beside what replaced it. At most 160 × 160 elements.
 */
export function align(claim: readonly Element[], source: readonly Element[], relations: WordRelations, work: Work): Alignment {
  const rows = Math.min(claim.length, maxElements)
  const columns = Math.min(source.length, maxElements)
  const width = columns + 1
  work.add(rows * columns * workPerPair)
  const best = new Float64Array((rows + 1) * width)
  const scores = new Float64Array(rows * columns)
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const score = pairScore(claim[row] as Element, source[column] as Element, relations)
      scores[row * columns + column] = score
      const diagonal = score <= 0 ? 0 : (best[(row + 1) * width + column + 1] ?? 0) + score
      best[row * width + column] = Math.max(diagonal, best[(row + 1) * width + column] ?? 0, best[row * width + column + 1] ?? 0)
    }
  }
  const pairs: AlignedPair[] = []
  for (let row = 0, column = 0; row < rows && column < columns;) {
    const here = best[row * width + column] ?? 0
    const score = scores[row * columns + column] ?? 0
    if (score > 0 && Math.abs(here - score - (best[(row + 1) * width + column + 1] ?? 0)) < 1e-9) {
      pairs.push({ claim: row, source: column, how: howAlike(claim[row] as Element, source[column] as Element, relations) })
      row += 1
      column += 1
    } else if ((best[(row + 1) * width + column] ?? 0) >= (best[row * width + column + 1] ?? 0)) row += 1
    else column += 1
  }
  return { pairs, coverage: coverageOf(claim, pairs), loose: looseCoverage(claim, source, relations) }
}

function howAlike(one: Element, other: Element, relations: WordRelations): AlignedPair['how'] {
  if (one.key === other.key) return 'equal'
  if (saysSame(one, other)) return 'synonym'
  return one.kind === 'word' && other.kind === 'word' && relations.synonyms(one.key, other.key) ? 'synonym' : 'different'
}

/** Dates and quantities that are written differently and agree. */
function saysSame(one: Element, other: Element): boolean {
  if (one.quantity !== null && other.quantity !== null) return judge(one.quantity, other.quantity) === 'same'
  return one.date !== null && other.date !== null && datesAgree(one.date, other.date) === true
}

function pairScore(one: Element, other: Element, relations: WordRelations): number {
  if (one.key === other.key) return one.weight
  if (saysSame(one, other)) return 0.8
  if (one.kind !== other.kind) return one.kind !== 'word' && other.kind !== 'word' ? 0.15 : 0
  if (one.kind === 'word') {
    if (one.weight < 0.5 || other.weight < 0.5) return relations.opposite(one.key, other.key) === 'near' ? 0.3 : 0
    if (relations.synonyms(one.key, other.key)) return 0.8
    if (relations.opposite(one.key, other.key) !== null) return 0.35
    return one.name === other.name ? 0.2 : 0.05
  }
  return 0.3
}

function coverageOf(claim: readonly Element[], pairs: readonly AlignedPair[]): number {
  const total = claim.reduce((sum, { weight }) => sum + weight, 0)
  const matched = pairs.reduce((sum, pair) => sum + (pair.how === 'different' ? 0 : (claim[pair.claim]?.weight ?? 0)), 0)
  return total === 0 ? 0 : matched / total
}

function looseCoverage(claim: readonly Element[], source: readonly Element[], relations: WordRelations): number {
  const keys = new Set(source.map(({ key }) => key))
  const words = source.slice(0, maxElements)
  let total = 0
  let matched = 0
  for (const element of claim.slice(0, maxElements)) {
    if (element.weight < 0.5) continue
    total += element.weight
    if (keys.has(element.key)) matched += element.weight
    else if (words.some((word) => howAlike(element, word, relations) === 'synonym')) matched += 0.8 * element.weight
  }
  return total === 0 ? 0 : matched / total
}
