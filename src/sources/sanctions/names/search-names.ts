import { nearWords } from './dictionary.ts'
import { joined, nameWords, type NameWord } from './name-words.ts'
import { kindWeights, wholeOf, type NameIndex } from './name-index.ts'
import { scoreName, type AskedWord } from './score-name.ts'
import { leastSimilarity } from './similarity.ts'

/** A listed name that may be the one asked for. */
export interface FoundName {
  /** Its place in the index. */
  readonly name: number
  /** 0 to 1. */
  readonly score: number
}

/** Names that are looked at closely; those with the most in common first. */
const mostCandidates = 150
/** Least share of the weight of the shorter name that both must have in common to be looked at. */
const leastInCommon = 0.4
/** A short name written as one word, or in other pieces, is found by all its letters in a row. */
const leastWhole = 0.9

/** The listed names nearest to a name, best first, none below `leastScore`. A few milliseconds' work, whatever is asked. */
export function searchNames(index: NameIndex, name: string, leastScore: number): FoundName[] {
  const words = nameWords(name)
  if (words.length === 0) return []
  const asked = words.map((word) => askedWord(index, word))
  const found = new Map<number, number>()
  const neighbours = neighboursAsOne(index, words)
  for (const candidate of candidates(index, asked)) {
    const score = scoreName(asked, neighbours, index, candidate)
    if (score >= leastScore) found.set(candidate, score)
  }
  const whole = wholeOf(words)
  for (const [place, similarity] of whole ? nearWords(index.wholes, whole, leastWhole) : []) {
    const score = similarity === 1 ? 0.98 : similarity - 0.03
    for (const one of index.wholeNames[place] ?? []) if (score > (found.get(one) ?? leastScore)) found.set(one, score)
  }
  return [...found].map(([one, score]) => ({ name: one, score })).sort((one, other) => other.score - one.score)
}

function askedWord(index: NameIndex, word: NameWord): AskedWord {
  const near = nearWords(index.dictionary, word, leastSimilarity)
  return { word, near, weight: weightOf(index, word, near) }
}

/** A word weighs what the nearest known word does; one that no list has says the most. */
function weightOf({ weights }: NameIndex, { kind, text }: NameWord, near: ReadonlyMap<number, number>): number {
  let nearest = 0.9
  let weight: number = kindWeights[kind]
  for (const [place, similarity] of near) {
    if (similarity < nearest) continue
    weight = similarity > nearest ? (weights[place] ?? weight) : Math.min(weight, weights[place] ?? weight)
    nearest = similarity
  }
  return text.length === 1 ? 0.3 * weight : weight
}

/** Neighbouring words taken as one. Made when they are first needed. */
function neighboursAsOne(index: NameIndex, words: readonly NameWord[]): () => ReadonlyMap<number, number>[] {
  let made: ReadonlyMap<number, number>[] | null = null
  return () => (made ??= words.slice(1).map((word, at) => nearWords(index.dictionary, joined(words[at] ?? word, word), 0.85)))
}

/** Names that have words in common with the one asked for. */
function candidates(index: NameIndex, asked: readonly AskedWord[]): number[] {
  const common = new Map<number, number>()
  let total = 0
  for (const { near, weight } of asked) {
    total += weight
    for (const [place, similarity] of near) {
      const gain = weight * similarity
      for (let at = index.nameStart[place] ?? 0; at < (index.nameStart[place + 1] ?? 0); at++) {
        const name = index.names[at] ?? 0
        common.set(name, (common.get(name) ?? 0) + gain)
      }
    }
  }
  const shares: (readonly [name: number, share: number])[] = []
  for (const [name, gain] of common) {
    const share = gain / Math.min(total, index.weightOf[name] ?? total)
    if (share >= leastInCommon) shares.push([name, share])
  }
  return shares
    .sort(([, one], [, other]) => other - one)
    .slice(0, mostCandidates)
    .map(([name]) => name)
}
