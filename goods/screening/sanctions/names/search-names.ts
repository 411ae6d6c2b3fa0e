import {
  bitsOfSyllables,
  bitsOfWord,
  type ChineseReading,
  chineseReadings,
  joined,
  type NameWord,
  nameWords,
  readHan,
  splits,
} from '../../../../src/goods/kit/names.ts'
import { createWork, type Work } from '../../../../src/goods/kit/worker-side.ts'
import { candidates } from './candidates.ts'
import { alikeWords, meantWords, nearWords } from './dictionary.ts'
import { exactKey, formOf, wholeOf, type NameIndex } from './name-index.ts'
import type { AskedName, AskedWord } from './pair-names.ts'
import { bitsOfAsked, scoreName, type ScoredName } from './score-name.ts'
import { kindWeights, organisationShare, placeWords } from './word-weights.ts'

/** A listed name that may be the searched one. */
export interface FoundName {
  /** Its number in the index. */
  readonly name: number
  /** 0 to 1. */
  readonly score: number
  /** How much the words in common tell, see `ScoredName`. */
  readonly bits: number
}

/** Similarity required of joined or split words. */
const minJoinedSimilarity = 0.85
/** Splits that are tried of a word that no list has, since it may be two words. */
const maxCuts = 3
const known = 0.9
const certain = 0.95
const minCutLength = 5
/** The work of scoring a name, besides comparing its words. */
const workPerScore = 50
/** Subtracted from the score of a name that was found only by splitting a word, or by joining all words. */
const cutPenalty = 0.01
const wholePenalty = 0.03
/** Subtracted where Chinese characters were read: several names are read alike. */
const hanPenalty = 0.02
/** Names that are the same in another system of writing Chinese: for a review, since the spelling may mean other names too. */
const systemScores = { 'wade-giles': 0.88, 'hong-kong': 0.86, short: 0.81 } as const

/**
 * The listed names most similar to a name, best first, none below `minScore`. Takes a few milliseconds for nearly any name. Yields the
 * work of each step, see `shared/work.ts`: a name can be made up so that a search has very many similar words to compare.
 */
export function* searchNames(index: NameIndex, name: string, minScore: number): Generator<number, FoundName[]> {
  const search: Search = { index, work: createWork(), near: new Map() }
  const found = new Map<number, ScoredName>()
  const note: Note = (one, { score, bits }) => {
    const before = found.get(one)
    if (score < minScore) return
    found.set(one, { score: Math.max(score, before?.score ?? 0), bits: Math.max(bits, before?.bits ?? 0) })
  }
  yield* searchForm(search, name, note)
  const inPinyin = readHan(name)
  if (inPinyin !== null) {
    yield* searchForm(search, inPinyin, (one, { score, bits }) => note(one, { score: score - hanPenalty, bits }))
    // The same name may stand beside it in Latin.
    yield* searchForm(search, name.replace(/\p{Script=Han}+/gu, ' '), note)
  }
  return [...found].map(([one, { score, bits }]) => ({ name: one, score, bits })).sort((one, other) => other.score - one.score)
}

/** Takes down what a listed name scored. */
type Note = (name: number, scored: ScoredName) => void

/** Searches a name as people are called, and as organisations are if that is another form. */
function* searchForm(search: Search, name: string, note: Note): Generator<number, void> {
  const [personal, other] = [nameWords(formOf(name, true)), nameWords(formOf(name, false))]
  const { entries, entryOf } = search.index
  const isPerson = (one: number) => entries[entryOf[one] ?? -1]?.kind === 'person'
  // A firm's name keeps the order that it has around a comma.
  const exact = [...new Set([exactKey(personal), exactKey(other)])]
  if (sameWords(personal, other)) return yield* searchWords(search, { words: personal, exact }, note)
  yield* searchWords(search, { words: personal, exact }, (one, scored) => isPerson(one) && note(one, scored))
  yield* searchWords(search, { words: other, exact }, (one, scored) => !isPerson(one) && note(one, scored))
}

function sameWords(one: readonly NameWord[], other: readonly NameWord[]): boolean {
  const key = (words: readonly NameWord[]) =>
    words
      .map(({ text }) => text)
      .sort()
      .join(' ')
  return key(one) === key(other)
}

interface Form {
  readonly words: readonly NameWord[]
  /** Its keys in the index of exact names. */
  readonly exact: readonly string[]
}

function* searchWords(search: Search, { words, exact }: Form, note: Note): Generator<number, void> {
  const { index } = search
  if (words.length === 0) return
  const asked = yield* askFor(search, words)
  yield* scoreAll(search, asked, note)
  for (const cut of yield* cuts(search, asked)) {
    yield* scoreAll(search, yield* askFor(search, cut), (one, { score, bits }) => note(one, { score: score - cutPenalty, bits }))
  }
  const noteWhole = (one: number, score: number) => {
    const isPerson = index.entries[index.entryOf[one] ?? -1]?.kind === 'person'
    const bits = bitsOfAsked(asked)
    note(one, { score, bits: isPerson ? bits : Infinity })
  }
  for (const key of exact) {
    for (const one of index.exact.get(key) ?? []) noteWhole(one, 1)
  }
  for (const one of index.wholes.get(wholeOf(words) ?? '') ?? []) noteWhole(one, 1 - wholePenalty)
  for (const reading of chineseReadings(words.map(({ text }) => text))) {
    for (const one of index.pinyin.get(reading.pinyin) ?? []) noteWhole(one, scoreOf(reading))
  }
}

/** A spelling without marks stands for several names. With a given name of two syllables it is hardly ever another person's. */
function scoreOf({ system, syllables }: ChineseReading): number {
  return syllables < 3 ? systemScores.short : systemScores[system]
}

/** One search. */
interface Search {
  readonly index: NameIndex
  readonly work: Work
  /** Similar words of the words so far: a name may repeat a word, and splits of words share the other words. */
  readonly near: Map<string, ReadonlyMap<number, number>>
}

function* scoreAll(search: Search, asked: AskedName, note: Note): Generator<number, void> {
  const { index, work } = search
  for (const { name, inEntry } of yield* candidates(index, asked, work)) {
    const listed = (index.wordStart[name + 1] ?? 0) - (index.wordStart[name] ?? 0)
    work.add(workPerScore + asked.words.length * listed)
    if (work.isFull()) yield work.take()
    note(name, scoreName(asked, index, name, inEntry))
  }
}

function* askFor(search: Search, words: readonly NameWord[]): Generator<number, AskedName> {
  const { index, work } = search
  const personal = placeWords(words, true)
  const asked: AskedWord[] = []
  const neighbours: ReadonlyMap<number, number>[] = []
  for (const [at, word] of words.entries()) {
    const near = yield* nearOf(search, word)
    const weight = weightOf(index, word, near)
    asked.push({
      word,
      near,
      meant: meantWords(index.dictionary, word.text),
      weight: weight * organisationShare(word),
      personalWeight: weight * (personal[at]?.weight ?? 1),
      bits: bitsOfWord(word),
      syllableBits: bitsOfSyllables(word),
    })
    const before = words[at - 1]
    if (before) neighbours.push(yield* alikeWords(index.dictionary, joined([before, word]), minJoinedSimilarity, work))
  }
  return { words: asked, neighbours }
}

function* nearOf({ index, work, near }: Search, word: NameWord): Generator<number, ReadonlyMap<number, number>> {
  const key = `${word.text} ${word.sound} ${word.bare ? 1 : 0}`
  const known = near.get(key)
  if (known) return known
  const found = yield* nearWords(index.dictionary, word, work)
  near.set(key, found)
  return found
}

/** A word has the weight of the most similar known word. An unknown word has the highest weight. */
function weightOf({ weights }: NameIndex, { kind, text }: NameWord, near: ReadonlyMap<number, number>): number {
  let nearest = known
  let weight = kindWeights[kind]
  for (const [place, similarity] of near) {
    if (similarity < nearest) continue
    weight = similarity > nearest ? (weights[place] ?? weight) : Math.min(weight, weights[place] ?? weight)
    nearest = similarity
  }
  return text.length === 1 ? 0.3 * weight : weight
}

/** The searched words with one unknown word split into two that are neighbours in some name. */
function* cuts(search: Search, { words }: AskedName): Generator<number, NameWord[][]> {
  const ways: NameWord[][] = []
  for (const [at, { word, near }] of words.entries()) {
    if (word.kind !== 'plain' || word.sound.length < minCutLength || [...near.values()].some((similarity) => similarity >= certain))
      continue
    for (const parts of splits(word, (text) => search.index.dictionary.byText.has(text))) {
      if (!(yield* areNeighbours(search, ...parts))) continue
      ways.push([...words.slice(0, at).map((one) => one.word), ...parts, ...words.slice(at + 1).map((one) => one.word)])
      if (ways.length === maxCuts) return ways
    }
  }
  return ways
}

function* areNeighbours({ index, work }: Search, first: NameWord, second: NameWord): Generator<number, boolean> {
  const { dictionary, nameStart, names, wordStart, words } = index
  const seconds = dictionary.byText.get(second.text)
  if (!seconds) return false
  for (const place of dictionary.byText.get(first.text) ?? []) {
    for (let at = nameStart[place] ?? 0; at < (nameStart[place + 1] ?? 0); at++) {
      const name = names[at] ?? 0
      const end = wordStart[name + 1] ?? 0
      for (let word = wordStart[name] ?? 0; word + 1 < end; word++) {
        work.add(1)
        if (words[word] === place && seconds.includes(words[word + 1] ?? -1)) return true
      }
      if (work.isFull()) yield work.take()
    }
  }
  return false
}
