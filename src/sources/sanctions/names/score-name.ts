import type { NameIndex } from './name-index.ts'
import { joined, type NameWord } from './name-words.ts'
import { wordSimilarity } from './similarity.ts'

/** A word of the name asked for. */
export interface AskedWord {
  readonly word: NameWord
  readonly weight: number
  /** Words of the dictionary near it, with how near. */
  readonly near: ReadonlyMap<number, number>
}

/** How much the better covered of two names counts for the score: names are listed and asked with more or fewer words. */
const coverage = { better: 0.72, worse: 0.28 } as const
/** Nothing that rests on a single word is beyond doubt while either name has more. */
const mostByOneWord = 0.89
/** How steeply a word's part sinks with its likeness. */
const strictness = 2.2
const initialLikeness = 0.9

/** A word written as two, or two as one, have at least so many letters, and are as much alike. */
const shortestOfTwo = 5
const leastOfTwo = 0.85

/** Words asked and words listed, by their places in their names, that are the same word. */
interface Pair {
  readonly asked: readonly number[]
  readonly listed: readonly number[]
  readonly likeness: number
}

/** How likely a listed name is the name asked for, 0 to 1: how much of each is found in the other, whatever the order. */
export function scoreName(
  asked: readonly AskedWord[],
  neighbours: () => readonly ReadonlyMap<number, number>[],
  index: NameIndex,
  name: number,
): number {
  const listed = Array.from(index.words.subarray(index.wordStart[name] ?? 0, index.wordStart[name + 1] ?? 0))
  const free: Free = { asked: new Set(asked.keys()), listed: new Set(listed.keys()) }
  const wordAt = (at: number) => index.dictionary.words[listed[at] ?? -1]
  const pairs = [
    ...likeWords(asked, listed, free),
    ...initials(asked, wordAt, free),
    ...(free.asked.size > 1 ? twoAskedAsOne(listed, neighbours(), free) : []),
    ...(free.asked.size > 0 && free.listed.size > 1 ? twoListedAsOne(asked, wordAt, free) : []),
  ]
  let askedFound = 0
  let listedFound = 0
  const telling = new Set<number>()
  for (const pair of pairs) {
    const gain = Math.max(0, 1 - (1 - pair.likeness) * strictness)
    for (const at of pair.asked) askedFound += (asked[at]?.weight ?? 0) * gain
    for (const at of pair.listed) listedFound += (index.weights[listed[at] ?? -1] ?? 0) * gain
    for (const at of pair.asked) if (isTelling(asked[at]?.word)) telling.add(at)
  }
  const askedTotal = asked.reduce((sum, { weight }) => sum + weight, 0)
  const one = askedFound / askedTotal
  const other = listedFound / (index.weightOf[name] ?? 1)
  const [worse, better] = one < other ? [one, other] : [other, one]
  if (telling.size >= 2 || worse > 0.9) return coverage.better * better + coverage.worse * worse
  return Math.min(mostByOneWord, (better + worse) / 2)
}

/** Places of words that found no counterpart yet. */
interface Free {
  readonly asked: Set<number>
  readonly listed: Set<number>
}

function take(free: Free, pair: Pair): Pair {
  for (const at of pair.asked) free.asked.delete(at)
  for (const at of pair.listed) free.listed.delete(at)
  return pair
}

function isTelling(word: NameWord | undefined): boolean {
  return word !== undefined && word.kind === 'plain' && word.text.length > 1
}

/** Each word with the one most like it, the most alike first. */
function likeWords(asked: readonly AskedWord[], listed: readonly number[], free: Free): Pair[] {
  const all = asked.flatMap(({ near }, at) =>
    listed.flatMap((place, listedAt): (readonly [number, number, number])[] => {
      const likeness = near.get(place)
      return likeness === undefined ? [] : [[at, listedAt, likeness]]
    }),
  )
  all.sort((one, other) => other[2] - one[2])
  const pairs: Pair[] = []
  for (const [at, listedAt, likeness] of all) {
    if (free.asked.has(at) && free.listed.has(listedAt)) pairs.push(take(free, { asked: [at], listed: [listedAt], likeness }))
  }
  return pairs
}

/** `V Petrov` beside `Viktor Petrov`. */
function initials(asked: readonly AskedWord[], wordAt: (at: number) => NameWord | undefined, free: Free): Pair[] {
  return [...free.asked].flatMap((at) => {
    const word = asked[at]?.word
    const listedAt = [...free.listed].find((other) => isInitial(word, wordAt(other)))
    return listedAt === undefined ? [] : [take(free, { asked: [at], listed: [listedAt], likeness: initialLikeness })]
  })
}

function isInitial(one: NameWord | undefined, other: NameWord | undefined): boolean {
  if (!one || !other) return false
  const [short, long] = one.text.length === 1 ? [one.text, other.text] : [other.text, one.text]
  return short.length === 1 && long.startsWith(short)
}

/** `Jong Un` beside `Jongun`. */
function twoAskedAsOne(listed: readonly number[], neighbours: readonly ReadonlyMap<number, number>[], free: Free): Pair[] {
  return [...neighbours.entries()].flatMap(([at, near]) => {
    if (!free.asked.has(at) || !free.asked.has(at + 1)) return []
    const listedAt = [...free.listed].find((other) => near.has(listed[other] ?? -1))
    if (listedAt === undefined) return []
    const likeness = near.get(listed[listedAt] ?? -1) ?? 0
    return [take(free, { asked: [at, at + 1], listed: [listedAt], likeness })]
  })
}

/** `Jongun` beside `Jong Un`. */
function twoListedAsOne(asked: readonly AskedWord[], wordAt: (at: number) => NameWord | undefined, free: Free): Pair[] {
  return [...free.asked].flatMap((at) => {
    const word = asked[at]?.word
    if (!word || word.text.length < shortestOfTwo) return []
    for (const first of free.listed) {
      const [one, two] = [wordAt(first), wordAt(first + 1)]
      if (!one || !two || !free.listed.has(first + 1)) continue
      const likeness = wordSimilarity(word, joined(one, two))
      if (likeness >= leastOfTwo) return [take(free, { asked: [at], listed: [first, first + 1], likeness })]
    }
    return []
  })
}
