import type { Work } from '../../../src/goods/kit/worker-side.ts'
import type { ReadText } from './elements.ts'
import { rarity, type Source } from './read-source.ts'
import { compare, type Comparison } from './signals/comparison.ts'
import type { WordRelations } from './word-relations.ts'

/** A sentence of the source that bears on the claim. */
export interface PassageCandidate {
  /** Its place in the source. */
  readonly index: number
  readonly comparison: Comparison
  /** From 0 to 1: the share of the claim that it says or contradicts, weighted by rarity. */
  readonly relevance: number
}

/** BM25's saturation and length weight. Sentences differ less in length than documents do. */
const k1 = 1.2
const b = 0.4
/** Alignment costs some hundred microseconds a sentence: only the best by words get it. */
const maxAligned = 8

/** The sentences that bear on a claim, best first, at most `max`; fewer when the budget is used up. */
export function retrieve(claim: ReadText, source: Source, relations: WordRelations, max: number, work: Work): readonly PassageCandidate[] {
  const wanted = claim.elements.filter((element) => element.weight >= 0.5)
  const keys = new Map(wanted.map((element) => [element.key, element.name || element.kind !== 'word' ? 1.4 : 1]))
  const weights = new Map([...keys].map(([key, bonus]) => [key, rarity(source, key) * bonus]))
  const scored = source.sentences.map(({ read }, index) => ({ index, score: bm25(read, weights, source.meanLength) }))
  scored.sort((one, other) => other.score - one.score || one.index - other.index)
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1
  work.add(source.elementCount)
  return scored
    .slice(0, maxAligned)
    .flatMap(({ index }) => (work.isSpent() ? [] : [candidate(claim, source, index, { relations, weights, total, work })]))
    .sort((one, other) => other.relevance - one.relevance || one.index - other.index)
    .slice(0, max)
}

function bm25({ elements }: ReadText, weights: ReadonlyMap<string, number>, meanLength: number): number {
  const counts = new Map<string, number>()
  for (const { key } of elements) if (weights.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1)
  const length = 1 - b + (b * elements.length) / Math.max(1, meanLength)
  let score = 0
  for (const [key, count] of counts) score += ((weights.get(key) ?? 0) * count * (k1 + 1)) / (count + k1 * length)
  return score
}

interface Weighing {
  readonly relations: WordRelations
  readonly weights: ReadonlyMap<string, number>
  readonly total: number
  readonly work: Work
}

function candidate(claim: ReadText, source: Source, index: number, { relations, weights, total, work }: Weighing): PassageCandidate {
  const read = source.sentences[index]?.read ?? { text: '', tokens: [], elements: [] }
  const comparison = compare(claim, read, relations, work)
  const keys = new Set(read.elements.map(({ key }) => key))
  let found = 0
  for (const [key, weight] of weights) if (keys.has(key)) found += weight
  return { index, comparison, relevance: Math.min(1, 0.5 * (found / total) + 0.5 * comparison.alignment.loose) }
}
