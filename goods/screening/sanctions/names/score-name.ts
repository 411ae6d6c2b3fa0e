import type { NameWord } from '../../../../src/goods/kit/names.ts'
import type { NameIndex } from './name-index.ts'
import { isInitial, pairNames, type AskedName, type AskedWord, type Pair } from './pair-names.ts'

export interface ScoredName {
  /** 0 to 1. */
  readonly score: number
  /** How much the words in common tell about who is meant; without limit for names of firms and ships. */
  readonly bits: number
}

/**
 * The weight of the better covered of the two names. People are named with more or fewer of their names, but a firm with one
 * more word is another firm.
 */
const betterShare = { person: 0.65, other: 0.5 } as const
/** More of it for names with rare words in common, which say who is meant without the rest. */
const moreShare = 0.2
/** Bits of the words in common: from `vague` on a part of a name is a reason for a review, and `sure` says who is meant. */
const vague = 18
const sure = 28
/** The same for given and family name without middle names, as people are called. */
const vagueOfCalled = 13
const vagueOfWhole = 16
/** Bits of names whose words are those of other people in another order. */
const maxBitsInOrder = 13
/** Bits of a word that is a reason for a review even alone. */
const rare = 15
const rareFamily = 14
/** The score of a rare name that is searched alone: a person should look at it. */
const loneScore = 0.805
const loneLikeness = 0.93
/** The lowest score for a review. A name that has all words of another one gains up to the range, by how sure it is. */
const reviewBase = 0.8
const containedRange = 0.09
/** How much a part of a person's name can score above it. */
const partRange = 0.2
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
/** From this similarity a searched word is a word that the entry has. */
const known = 0.95
/** From this similarity a word is a whole word of the other name. */
const alike = 0.9
const alikeInOtherScript = 0.93

/** A searched and a listed name, and what they have in common. */
interface Compared {
  readonly index: NameIndex
  readonly asked: readonly AskedWord[]
  readonly start: number
  readonly listed: readonly number[]
  readonly pairs: readonly Pair[]
  readonly isPerson: boolean
  /** Positions of searched words that the entry does not have. */
  readonly foreign: ReadonlySet<number>
  /** Bits of the words in common. */
  readonly bits: number
  /** Both names consist of syllables, as in East Asia. */
  readonly ofSyllables: boolean
}

/**
 * How likely a listed name is the searched name: how much of each occurs in the other, in any order. Words that the entry has in other
 * names (`inEntry`, a bit for each searched word) and titles do not count against it: more of what is listed never makes it less sure.
 */
export function scoreName(name: AskedName, index: NameIndex, place: number, inEntry: number): ScoredName {
  const compared = compare(name, index, place, inEntry)
  const { asked, pairs, isPerson, foreign, start, bits } = compared
  let pairedWeight = 0
  let found = 0
  for (const { listed, likeness } of pairs) {
    // A pair has the weight of its listed word in both names, so that another pair never lowers a share.
    const weight = index.wordWeights[start + listed] ?? 0
    pairedWeight += weight
    found += weight * gainOf(likeness)
  }
  let foreignWeight = 0
  for (const at of foreign) foreignWeight += (isPerson ? asked[at]?.personalWeight : asked[at]?.weight) ?? 0
  // Sums of rounded weights may exceed the rounded sum.
  const one = pairedWeight === 0 ? 0 : Math.min(1, found / (pairedWeight + foreignWeight))
  const other = Math.min(1, found / (index.weightOf[place] ?? 1))
  const [worse, better] = one < other ? [one, other] : [other, one]
  const share = isPerson ? betterShare.person : betterShare.other
  const certainty = Math.max(0, Math.min(1, (bits - vague) / (sure - vague)))
  const more = isPerson ? moreShare * certainty : 0
  // What rare words have in common is a reason to look, and never a match by itself.
  const score = Math.max(
    better ** share * worse ** (1 - share),
    Math.min(maxReviewScore, better ** (share + more) * worse ** (1 - share - more)),
  )
  return { score: limited(compared, score, worse, certainty), bits: isPerson ? bits : Infinity }
}

function compare(name: AskedName, index: NameIndex, place: number, inEntry: number): Compared {
  const start = index.wordStart[place] ?? 0
  const listed = Array.from(index.words.subarray(start, index.wordStart[place + 1] ?? 0))
  const isPerson = index.entries[index.entryOf[place] ?? -1]?.kind === 'person'
  const { pairs, unpaired } = pairNames(name, index, listed, isPerson)
  const wordAt = (at: number) => index.dictionary.words[listed[at] ?? -1]
  const ofSyllables =
    listed.every((one) => !isTelling(index.dictionary.words[one]) || index.areSyllables[one] === 1) && isOfSyllables(name.words)
  let bits = 0
  for (const { asked, listed: at, likeness } of pairs) {
    if (!isTelling(wordAt(at))) continue
    const ofAsked = asked.reduce((sum, one) => sum + bitsAt(name.words[one], ofSyllables), 0)
    bits += Math.min(ofAsked, index.bits[listed[at] ?? 0] ?? 0) * gainOf(likeness)
  }
  const foreign = new Set<number>()
  for (const at of unpaired) {
    const asked = name.words[at]
    if (!asked || asked.word.kind === 'honorific' || asked.word.kind === 'particle') continue
    // A rank, or what a firm trades in.
    if (isPerson && asked.word.text === 'general') continue
    const isRepeated = listed.some((one, other) => (asked.near.get(one) ?? 0) >= known || isInitial(asked.word, wordAt(other)))
    if (isRepeated) continue
    if ((inEntry & (1 << at)) === 0) foreign.add(at)
  }
  return { index, asked: name.words, start, listed, pairs, isPerson, foreign, bits, ofSyllables }
}

function gainOf(likeness: number): number {
  return Math.max(0, 1 - (1 - likeness) * strictness)
}

/** The score within the limits of what the words in common tell. */
function limited(compared: Compared, score: number, worse: number, certainty: number): number {
  const { asked, pairs, isPerson } = compared
  if (isPerson && isOfOtherFamily(compared)) return Math.min(maxScoreOfOther, score)
  const isLone = isLoneName(compared)
  if (saysTooLittle(compared) && !isLone) return Math.min(maxScoreOfOther, score)
  // Other spellings of a syllable are mostly other names too.
  const isVague = isPerson && pairs.some(({ likeness }) => likeness < known) && compared.ofSyllables
  let least = isVague ? Math.min(maxReviewScore, score) : score
  if (isContained(compared)) least = Math.max(reviewBase + certainty * containedRange, least)
  if (isLone) least = Math.max(loneScore, least)
  if (isPerson && worse < nearlyAll && !isAsCalled(compared))
    return Math.min(Math.max(reviewBase + certainty * partRange, isLone ? loneScore : 0), least)
  const telling = new Set(pairs.flatMap((pair) => pair.asked).filter((at) => isTelling(asked[at]?.word)))
  return telling.size >= 2 || worse >= nearlyAll ? least : Math.min(maxScoreByOneWord, least)
}

/** Whether one name has all words of the other, at least two, one of which is not just a well-known given name. */
function isContained({ index, asked, listed, pairs, foreign }: Compared): boolean {
  const wordAt = (at: number) => index.dictionary.words[listed[at] ?? -1]
  const isPlain = (word: NameWord | undefined) => word?.kind === 'plain' || word?.kind === 'generic'
  const good = pairs.filter(({ asked: [first = 0], listed: at, likeness }) => {
    const isOtherScript = asked[first]?.word.bare !== wordAt(at)?.bare
    return isPlain(wordAt(at)) && likeness >= (isOtherScript ? containedLikeness.otherScript : containedLikeness.latin)
  })
  const askedAt = new Set(good.flatMap((pair) => pair.asked))
  const listedAt = new Set(good.map((pair) => pair.listed))
  const isBad = (at: number) => pairs.some((pair) => pair.asked.includes(at)) && !askedAt.has(at)
  const all =
    asked.every(({ word }, at) => !isPlain(word) || !(foreign.has(at) || isBad(at))) ||
    listed.every((_, at) => !isPlain(wordAt(at)) || listedAt.has(at))
  const telling = good.filter(({ listed: at }) => isTelling(wordAt(at)))
  return (
    all &&
    telling.length >= 2 &&
    telling.some(({ listed: at }) => (index.bits[listed[at] ?? 0] ?? 0) >= rare || (index.weights[listed[at] ?? 0] ?? 0) >= containedWeight)
  )
}

/** Whether names that have words in common can still be of anybody: common names, or part of a name of syllables. */
function saysTooLittle(compared: Compared): boolean {
  const { index, asked, listed, pairs, foreign, isPerson, bits, ofSyllables } = compared
  const words = listed.map((place) => index.dictionary.words[place])
  const listedTelling = words.filter(isTelling)
  const isForeign = [...foreign].some((at) => isTelling(asked[at]?.word))
  // An initial, or a word that is only similar, does not make a whole name.
  const telling = pairs.filter(
    ({ asked: of, listed: at, likeness }) =>
      isTelling(words[at]) && of.every((one) => isTelling(asked[one]?.word)) && likeness >= leastOf(asked[of[0] ?? 0]?.word, words[at]),
  )
  const askedTelling = asked.filter(({ word }, at) => isTelling(word) && pairs.some((pair) => pair.asked.includes(at)))
  const bitsOfPair = ({ asked: of, listed: at }: Pair) =>
    Math.min(
      index.bits[listed[at] ?? 0] ?? 0,
      of.reduce((sum, one) => sum + (asked[one]?.bits ?? 0), 0),
    )
  if (listedTelling.length === 1 && isForeign) return telling.every((pair) => bitsOfPair(pair) < rare)
  const isPart = isForeign || telling.length < listedTelling.length || telling.flatMap((pair) => pair.asked).length < askedTelling.length
  if (!isPart) {
    const isOneWord = telling.length === 1 && bits < rare && !isVerbatim(compared)
    return isPerson && (isOneWord || (isReordered(telling, ofSyllables) && (bits <= maxBitsInOrder || ofSyllables)))
  }
  const hasWhole = telling.length === listedTelling.length
  const least = !isForeign && isAsCalled(compared) ? vagueOfCalled : hasWhole && telling.length > 1 ? vagueOfWhole : vague
  if (isPerson ? bits < least : telling.length < 3 && telling.every((pair) => bitsOfPair(pair) < rare)) return true
  return ofSyllables && asked.length > 1
}

function isOfSyllables(asked: readonly AskedWord[]): boolean {
  return asked.every(({ word, syllableBits }) => !isTelling(word) || syllableBits !== null)
}

function bitsAt(word: AskedWord | undefined, ofSyllables: boolean): number {
  if (!word || !isTelling(word.word)) return 0
  return ofSyllables ? Math.min(word.bits, word.syllableBits ?? word.bits) : word.bits
}

/** Bits of a whole searched name. */
export function bitsOfAsked({ words }: AskedName): number {
  const ofSyllables = isOfSyllables(words)
  return words.reduce((sum, word) => sum + bitsAt(word, ofSyllables), 0)
}

/** The least similarity of two words of which each counts as the other. */
function leastOf(one: NameWord | undefined, other: NameWord | undefined): number {
  return one?.bare === other?.bare ? alike : alikeInOtherScript
}

/** Whether every word of the listed name was searched as it is spelled. */
function isVerbatim({ listed, pairs }: Compared): boolean {
  return pairs.filter(({ likeness }) => likeness === 1).length === listed.length
}

/** Whether only middle names and second family names of a listed name with a known family name are missing. */
function isAsCalled({ index, start, listed, pairs }: Compared): boolean {
  const { dictionary, places } = index
  const paired = new Set(pairs.map((pair) => pair.listed))
  return listed.every((place, at) => paired.has(at) || !isTelling(dictionary.words[place]) || (places[start + at] ?? 1) < 1)
}

/** Whether the words in common stand in another order. Among syllables the family name may be first or last. */
function isReordered(telling: readonly Pair[], ofSyllables: boolean): boolean {
  const inOrder = telling.toSorted((one, other) => (one.asked[0] ?? 0) - (other.asked[0] ?? 0)).map(({ listed }) => listed)
  const steps = inOrder.filter((listed, at) => listed < (inOrder[at - 1] ?? -1)).length
  if (!ofSyllables) return steps > 0
  return steps > 1 || (steps === 1 && (inOrder.at(-1) ?? 0) > (inOrder[0] ?? 0))
}

/** Whether the entry has all searched words, and one of them is its family name, or another word, that few people have. */
function isLoneName({ index, asked, start, listed, pairs, foreign, isPerson }: Compared): boolean {
  if ([...foreign].some((at) => asked[at]?.word.kind !== 'legal')) return false
  const { dictionary, ofFamily } = index
  const isMarked = ofFamily.subarray(start, start + listed.length).includes(1)
  const last = listed.findLastIndex((place) => dictionary.words[place]?.kind === 'plain')
  return pairs.some(({ asked: of, listed: at, likeness }) => {
    const place = listed[at] ?? -1
    const word = dictionary.words[place]
    if (likeness < loneLikeness || !isTelling(word) || asked[of[0] ?? 0]?.word.bare !== word?.bare) return false
    const bits = Math.min(
      index.bits[place] ?? 0,
      of.reduce((sum, one) => sum + (asked[one]?.bits ?? 0), 0),
    )
    const isFamily = isPerson && (isMarked ? ofFamily[start + at] === 1 : at === last)
    return bits >= (isFamily ? rareFamily : rare)
  })
}

/** Whether the listed name has a known family name, of which no word was searched. */
function isOfOtherFamily({ index: { ofFamily }, start, listed, pairs }: Compared): boolean {
  const isFamily = ofFamily.subarray(start, start + listed.length)
  return isFamily.includes(1) && !pairs.some(({ listed: at }) => isFamily[at] === 1)
}

function isTelling(word: NameWord | undefined): boolean {
  return word !== undefined && word.kind === 'plain' && word.text.length > 1
}
