import { isCommonName } from '../../names/known-names.ts'
import type { NameIndex } from './name-index.ts'
import type { NameWord } from '../../names/name-words.ts'

/** A word of the searched name. */
export interface AskedWord {
  readonly word: NameWord
  readonly weight: number
  /** Its weight if the name is a person's. */
  readonly personalWeight: number
  /** Similar words of the dictionary, with their similarity. */
  readonly near: ReadonlyMap<number, number>
}

export interface AskedName {
  readonly words: readonly AskedWord[]
  /** For each word and the next one: dictionary words similar to both joined. */
  readonly neighbours: readonly ReadonlyMap<number, number>[]
}

/**
 * The weight of the better covered of the two names. People are named with more or fewer of their names, but a firm with one
 * more word is another firm.
 */
const betterShare = { person: 0.65, other: 0.5 } as const
/** More of it for names with rare words in common, which say who is meant without the rest. */
const moreShare = 0.2
const common = 0.7
const rare = 1.3
/** The score of a family name that is searched alone: a person should look at it. */
const loneScore = 0.805
const loneLikeness = 0.93
const rareWord = 0.7
/** Rarities of the common words, added up, that say nothing about who is meant, and that say it for sure. */
const vague = 0.9
const sure = 1.3
/** The lowest score for a review. A name that has all words of another one gains up to the range, by how sure it is. */
const reviewBase = 0.8
const containedRange = 0.09
/** How much a part of a person's name can score above it. */
const partRange = 0.2
/** The score from which names have given and family name in common. */
const mainNames = 0.9
/** The least similarity and weight of the words of a name that has all words of another one. */
const containedLikeness = { latin: 0.86, otherScript: 0.93 } as const
const containedWeight = 0.5
/** Highest score for people with different family names, and for others who share too little: they are candidates. */
const maxScoreOfOther = 0.79
/** Highest score for names that should be reviewed. */
const maxReviewScore = 0.89
/** Highest score that rests on a single word, when either name has more words. */
const maxScoreByOneWord = 0.89
const nearlyAll = 0.9
/** How steeply a word's share falls with its similarity. */
const strictness = 2
const initialLikeness = 0.9

/** A searched and a listed word that count as the same word, by their positions in the names. */
interface Pair {
  readonly asked: readonly number[]
  readonly listed: number
  readonly likeness: number
}

/** Positions of words without a counterpart so far. */
interface Free {
  readonly asked: Set<number>
  readonly listed: Set<number>
}

/** How likely a listed name is the searched name, 0 to 1: how much of each occurs in the other, in any order. */
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
  // Sums of rounded weights may exceed the rounded sum.
  const one = Math.min(1, askedFound / askedTotal)
  const other = Math.min(1, listedFound / (index.weightOf[name] ?? 1))
  const [worse, better] = one < other ? [one, other] : [other, one]
  const information = informationOf(index, listed, pairs)
  const share = isPerson ? betterShare.person : betterShare.other
  const more = isPerson ? moreShare * Math.max(0, Math.min(1, (information - common) / (rare - common))) : 0
  const shared: Shared = { start, listed, pairs }
  const isOther = isPerson && isOfOtherFamily(index, start, listed.length, pairs)
  // What rare words have in common is a reason to look, and never a match by itself.
  const score = Math.max(
    better ** share * worse ** (1 - share),
    Math.min(maxReviewScore, better ** (share + more) * worse ** (1 - share - more)),
  )
  if (isLoneWord(asked) && !isOther && isTellingPair(index, shared, isPerson))
    return Math.min(maxScoreByOneWord, Math.max(loneScore, score))
  if (isOther || saysTooLittle(index, asked, shared)) return Math.min(maxScoreOfOther, score)
  const certainty = certaintyOf(index, listed, pairs)
  const most = isPerson && worse < nearlyAll ? maxScoreOfPart(certainty, score) : 1
  const contained = isContained(index, asked, shared) ? Math.max(reviewBase + certainty * containedRange, score) : score
  if (most < 1) return Math.min(most, contained)
  return telling.size >= 2 || worse >= nearlyAll ? contained : Math.min(maxScoreByOneWord, contained)
}

/** Whether one name has all words of the other, at least two, one of which is not just a well-known given name. */
function isContained({ dictionary, weights }: NameIndex, asked: readonly AskedWord[], { listed, pairs }: Shared): boolean {
  const wordAt = (at: number) => dictionary.words[listed[at] ?? -1]
  const isPlain = (word: NameWord | undefined) => word?.kind === 'plain' || word?.kind === 'generic'
  const good = pairs.filter(({ asked: [first = 0], listed: at, likeness }) => {
    const isOtherScript = asked[first]?.word.bare !== wordAt(at)?.bare
    return (
      isPlain(wordAt(at)) &&
      (wordAt(at)?.text.length ?? 0) > 1 &&
      likeness >= (isOtherScript ? containedLikeness.otherScript : containedLikeness.latin)
    )
  })
  const askedAt = new Set(good.flatMap((pair) => pair.asked))
  const listedAt = new Set(good.map((pair) => pair.listed))
  const all =
    asked.every(({ word }, at) => !isPlain(word) || askedAt.has(at)) || listed.every((_, at) => !isPlain(wordAt(at)) || listedAt.has(at))
  return (
    all &&
    good.filter(({ listed: at }) => wordAt(at)?.kind === 'plain').length >= 2 &&
    good.some(({ listed: at }) => !isCommonName(wordAt(at)?.group ?? 0) && (weights[listed[at] ?? -1] ?? 0) >= containedWeight)
  )
}

/** Whether names that have words in common can still be of anybody: a lone common name, or part of a name of syllables. */
function saysTooLittle({ dictionary, weights }: NameIndex, asked: readonly AskedWord[], { listed, pairs }: Shared): boolean {
  const words = listed.map((place) => dictionary.words[place])
  const askedWords = asked.filter(({ word }) => word.kind === 'plain')
  const listedWords = words.filter((word) => word?.kind === 'plain')
  if (listedWords.length === 1 && askedWords.length > 1) {
    const at = words.findIndex((word) => word?.kind === 'plain')
    return isCommonName(words[at]?.group ?? 0) || (weights[listed[at] ?? -1] ?? 0) < rareWord
  }
  const telling = pairs.filter(({ listed: at }) => isTelling(words[at]))
  if (
    telling.length < 3 &&
    telling.every(({ listed: at }) => isCommonName(words[at]?.group ?? 0)) &&
    (telling.length < askedWords.length || telling.length < listedWords.length)
  )
    return true
  const areSyllables = askedWords.every(({ word }) => word.syllable !== null) && listedWords.every((word) => word?.syllable !== null)
  const found = pairs.filter(({ listed: at }) => words[at]?.kind === 'plain').reduce((sum, pair) => sum + pair.asked.length, 0)
  return areSyllables && askedWords.length > 1 && (found < askedWords.length || pairs.length < listedWords.length)
}

/** Highest score for a part of a person's name: words that very many people have are no reason to look at anybody. */
function maxScoreOfPart(certainty: number, score: number): number {
  if (certainty > 0) return Math.min(1, reviewBase + certainty * partRange)
  // Given and family name without the middle names are how people are called.
  return score >= mainNames ? reviewBase : maxScoreOfOther
}

/** How surely the words that both names have say who is meant, from 0 to 1, by how rare they are. */
function certaintyOf({ rarities, dictionary }: NameIndex, listed: readonly number[], pairs: readonly Pair[]): number {
  let information = 0
  for (const pair of pairs) {
    const place = listed[pair.listed] ?? -1
    if (isTelling(dictionary.words[place])) information += (rarities[place] ?? 0) * Math.max(0, 1 - (1 - pair.likeness) * strictness)
  }
  return Math.max(0, Math.min(1, (information - vague) / (sure - vague)))
}

/** How much the words that both names have tell: the sum of their rarities. */
function informationOf({ weights, dictionary }: NameIndex, listed: readonly number[], pairs: readonly Pair[]): number {
  let information = 0
  for (const pair of pairs) {
    const place = listed[pair.listed] ?? -1
    if (isTelling(dictionary.words[place])) information += (weights[place] ?? 0) * Math.max(0, 1 - (1 - pair.likeness) * strictness)
  }
  return information
}

/** Whether the search is for one word, apart from titles. "Sheikh" is a family name as well. */
function isLoneWord(asked: readonly AskedWord[]): boolean {
  const others = asked.filter(({ word }) => word.kind !== 'plain')
  return (
    others.length === asked.length - 1 &&
    others.every(({ word }) => word.kind === 'honorific' && !/^s?[ch]+[aey]+[ijy]*kh?$/.test(word.text))
  )
}

/** A listed name, and its pairs with the searched one. */
interface Shared {
  readonly start: number
  readonly listed: readonly number[]
  readonly pairs: readonly Pair[]
}

/** Whether a pair is the family name of a listed person, in almost the same spelling, or a word that few names have. */
function isTellingPair({ dictionary, weights, ofFamily }: NameIndex, { start, listed, pairs }: Shared, isPerson: boolean): boolean {
  const isMarked = ofFamily.subarray(start, start + listed.length).includes(1)
  const last = listed.findLastIndex((place) => dictionary.words[place]?.kind === 'plain')
  return pairs.some(({ listed: at, likeness }) => {
    const place = listed[at] ?? -1
    if (likeness < loneLikeness || !isTelling(dictionary.words[place])) return false
    const isFamily = isPerson && (isMarked ? ofFamily[start + at] === 1 : at === last)
    return isFamily || (weights[place] ?? 0) >= rareWord
  })
}

/** Whether the listed name has a known family name, of which no word was searched. */
function isOfOtherFamily({ ofFamily }: NameIndex, start: number, length: number, pairs: readonly Pair[]): boolean {
  const isFamily = ofFamily.subarray(start, start + length)
  return isFamily.includes(1) && !pairs.some(({ listed }) => isFamily[listed] === 1)
}

function take(free: Free, pair: Pair): Pair {
  for (const at of pair.asked) free.asked.delete(at)
  free.listed.delete(pair.listed)
  return pair
}

function isTelling(word: NameWord | undefined): boolean {
  return word !== undefined && word.kind === 'plain' && word.text.length > 1
}

/** Pairs each word with its most similar one, the most similar pairs first. */
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
