import type { NameIndex } from './name-index.ts'
import type { NameWord } from './name-words.ts'

/** A word of the name asked for. */
export interface AskedWord {
  readonly word: NameWord
  readonly weight: number
  /** The same if the name is a person's. */
  readonly personalWeight: number
  /** Words of the dictionary near it, with how near. */
  readonly near: ReadonlyMap<number, number>
}

export interface AskedName {
  readonly words: readonly AskedWord[]
  /** For each word and the next: words of the dictionary near both written as one. */
  readonly neighbours: readonly ReadonlyMap<number, number>[]
}

/**
 * How much the better covered of the two names counts. People are named with more or fewer of their names; a firm with a
 * word more is another firm.
 */
const betterShare = { person: 0.65, other: 0.5 } as const
/** People with other family names are others, whatever else they share. */
const mostOfOtherFamily = 0.79
/** Nothing that rests on a single word is beyond doubt while either name has more. */
const mostByOneWord = 0.89
const nearlyAll = 0.9
/** How steeply a word's part sinks with its likeness. */
const strictness = 2
const initialLikeness = 0.9

/** Words asked and words listed, by their places in their names, that are the same word. */
interface Pair {
  readonly asked: readonly number[]
  readonly listed: number
  readonly likeness: number
}

/** Places of words that found no counterpart yet. */
interface Free {
  readonly asked: Set<number>
  readonly listed: Set<number>
}

/** How likely a listed name is the name asked for, 0 to 1: how much of each is found in the other, whatever the order. */
export function scoreName({ words: asked, neighbours }: AskedName, index: NameIndex, name: number): number {
  const start = index.wordStart[name] ?? 0
  const listed = Array.from(index.words.subarray(start, index.wordStart[name + 1] ?? 0))
  const isPerson = index.entries[index.entryOf[name] ?? -1]?.kind === 'person'
  const weightOf = (at: number) => (isPerson ? asked[at]?.personalWeight : asked[at]?.weight) ?? 0
  const free: Free = { asked: new Set(asked.keys()), listed: new Set(listed.keys()) }
  const pairs = [
    ...likeWords(asked, listed, free),
    ...initials(asked, (at) => index.dictionary.words[listed[at] ?? -1], free),
    ...(free.asked.size > 1 && free.listed.size > 0 ? twoAsOne(listed, neighbours, free) : []),
  ]
  let askedFound = 0
  let listedFound = 0
  const telling = new Set<number>()
  for (const pair of pairs) {
    const gain = Math.max(0, 1 - (1 - pair.likeness) * strictness)
    for (const at of pair.asked) askedFound += weightOf(at) * gain
    listedFound += (index.wordWeights[start + pair.listed] ?? 0) * gain
    for (const at of pair.asked) if (isTelling(asked[at]?.word)) telling.add(at)
  }
  const askedTotal = asked.reduce((sum, _, at) => sum + weightOf(at), 0)
  const one = askedFound / askedTotal
  const other = listedFound / (index.weightOf[name] ?? 1)
  const [worse, better] = one < other ? [one, other] : [other, one]
  const share = isPerson ? betterShare.person : betterShare.other
  const most = isPerson && isOfOtherFamily(index, start, listed.length, pairs) ? mostOfOtherFamily : 1
  const score = Math.min(most, better ** share * worse ** (1 - share))
  return telling.size >= 2 || worse >= nearlyAll ? score : Math.min(mostByOneWord, score)
}

/** The listed name tells its family name, and none of its words was asked for. */
function isOfOtherFamily({ ofFamily }: NameIndex, start: number, length: number, pairs: readonly Pair[]): boolean {
  const told = ofFamily.subarray(start, start + length)
  return told.includes(1) && !pairs.some(({ listed }) => told[listed] === 1)
}

function take(free: Free, pair: Pair): Pair {
  for (const at of pair.asked) free.asked.delete(at)
  free.listed.delete(pair.listed)
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
    if (free.asked.has(at) && free.listed.has(listedAt)) pairs.push(take(free, { asked: [at], listed: listedAt, likeness }))
  }
  return pairs
}

/** `V Petrov` beside `Viktor Petrov`. */
function initials(asked: readonly AskedWord[], wordAt: (at: number) => NameWord | undefined, free: Free): Pair[] {
  return [...free.asked].flatMap((at) => {
    const word = asked[at]?.word
    const listedAt = [...free.listed].find((other) => isInitial(word, wordAt(other)))
    return listedAt === undefined ? [] : [take(free, { asked: [at], listed: listedAt, likeness: initialLikeness })]
  })
}

function isInitial(one: NameWord | undefined, other: NameWord | undefined): boolean {
  if (!one || !other) return false
  const [short, long] = one.text.length === 1 ? [one.text, other.text] : [other.text, one.text]
  return short.length === 1 && long.startsWith(short)
}

/** `Ben Hammedi` beside `Benhammedi`. */
function twoAsOne(listed: readonly number[], neighbours: readonly ReadonlyMap<number, number>[], free: Free): Pair[] {
  return [...neighbours.entries()].flatMap(([at, near]) => {
    if (!free.asked.has(at) || !free.asked.has(at + 1)) return []
    const listedAt = [...free.listed].find((other) => near.has(listed[other] ?? -1))
    if (listedAt === undefined) return []
    return [take(free, { asked: [at, at + 1], listed: listedAt, likeness: near.get(listed[listedAt] ?? -1) ?? 0 })]
  })
}
