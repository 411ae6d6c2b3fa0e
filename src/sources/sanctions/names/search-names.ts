import { alikeWords, nearWords } from './dictionary.ts'
import { joined, nameWords, splits, type NameWord } from './name-words.ts'
import { wholeOf, type NameIndex } from './name-index.ts'
import { scoreName, type AskedName, type AskedWord } from './score-name.ts'
import { kindWeights, placeWords } from './word-weights.ts'

/** A listed name that may be the searched one. */
export interface FoundName {
  /** Its number in the index. */
  readonly name: number
  /** 0 to 1. */
  readonly score: number
}

/** Names that are scored, those with the most in common first. */
const maxCandidates = 150
/** Share of the shorter name's weight that both must have in common to be scored. */
const minShareInCommon = 0.4
/** Similarity required of joined or split words. */
const minJoinedSimilarity = 0.85
/** A word that no list has may be two words. This many splits are tried. */
const maxCuts = 3
const known = 0.9
const certain = 0.95
const minCutLength = 5
/** Subtracted from the score of a name that was found only by splitting a word, or by joining all words. */
const cutPenalty = 0.01
const wholePenalty = 0.03

/** The listed names most similar to a name, best first, none below `minScore`. Takes a few milliseconds for any name. */
export function searchNames(index: NameIndex, name: string, minScore: number): FoundName[] {
  const words = nameWords(familyLast(name))
  if (words.length === 0) return []
  const found = new Map<number, number>()
  const note = (one: number, score: number) => {
    if (score >= minScore && score > (found.get(one) ?? 0)) found.set(one, score)
  }
  const asked = askFor(index, words)
  for (const candidate of candidates(index, asked)) note(candidate, scoreName(asked, index, candidate))
  for (const cut of cuts(index, asked)) {
    const again = askFor(index, cut)
    for (const candidate of candidates(index, again)) note(candidate, scoreName(again, index, candidate) - cutPenalty)
  }
  for (const one of index.wholes.get(wholeOf(words) ?? '') ?? []) note(one, 1 - wholePenalty)
  return [...found].map(([one, score]) => ({ name: one, score })).sort((one, other) => other.score - one.score)
}

/** Turns `Family, Given` into `Given Family`. */
function familyLast(name: string): string {
  const [family = '', given = '', ...more] = name.split(',')
  return more.length === 0 && given.trim() !== '' ? `${given} ${family}` : name
}

function askFor(index: NameIndex, words: readonly NameWord[]): AskedName {
  const personal = placeWords(words, true)
  return {
    words: words.map((word, at): AskedWord => {
      const near = nearWords(index.dictionary, word)
      const weight = weightOf(index, word, near)
      return { word, near, weight, personalWeight: weight * (personal[at]?.weight ?? 1) }
    }),
    neighbours: words.slice(1).map((word, at) => alikeWords(index.dictionary, joined([words[at] ?? word, word]), minJoinedSimilarity)),
  }
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

/** Names that have words in common with the searched one. */
function candidates(index: NameIndex, { words, neighbours }: AskedName): number[] {
  const common = new Float32Array(index.entryOf.length)
  const touched: number[] = []
  const addNames = (place: number, gain: number) => {
    for (let at = index.nameStart[place] ?? 0; at < (index.nameStart[place + 1] ?? 0); at++) {
      const name = index.names[at] ?? 0
      if (common[name] === 0) touched.push(name)
      common[name] = (common[name] ?? 0) + gain
    }
  }
  const heaviest = Math.max(...words.map(({ personalWeight }) => personalWeight))
  let total = 0
  for (const { near, personalWeight } of words) {
    total += personalWeight
    // Legal forms and similar words are in thousands of names, and decide nothing.
    if (personalWeight < heaviest / 8) continue
    for (const [place, similarity] of near) addNames(place, personalWeight * similarity)
  }
  for (const [at, near] of neighbours.entries()) {
    const weight = (words[at]?.personalWeight ?? 0) + (words[at + 1]?.personalWeight ?? 0)
    for (const [place, similarity] of near) addNames(place, weight * similarity)
  }
  const share = (name: number) => (common[name] ?? 0) / Math.min(total, index.weightOf[name] ?? total)
  return touched
    .filter((name) => share(name) >= minShareInCommon)
    .sort((one, other) => share(other) - share(one))
    .slice(0, maxCandidates)
}

/** The searched words with one unknown word split into two that are neighbours in some name. */
function cuts(index: NameIndex, { words }: AskedName): NameWord[][] {
  const ways: NameWord[][] = []
  for (const [at, { word, near }] of words.entries()) {
    if (word.kind !== 'plain' || word.sound.length < minCutLength || [...near.values()].some((similarity) => similarity >= certain))
      continue
    for (const parts of splits(word, (text) => index.dictionary.byText.has(text))) {
      if (ways.length < maxCuts && areNeighbours(index, ...parts)) {
        ways.push([...words.slice(0, at).map((one) => one.word), ...parts, ...words.slice(at + 1).map((one) => one.word)])
      }
    }
  }
  return ways
}

function areNeighbours({ dictionary, nameStart, names, wordStart, words }: NameIndex, first: NameWord, second: NameWord): boolean {
  const seconds = dictionary.byText.get(second.text)
  if (!seconds) return false
  return (dictionary.byText.get(first.text) ?? []).some((place) => {
    for (let at = nameStart[place] ?? 0; at < (nameStart[place + 1] ?? 0); at++) {
      const name = names[at] ?? 0
      for (let word = wordStart[name] ?? 0; word + 1 < (wordStart[name + 1] ?? 0); word++) {
        if (words[word] === place && seconds.includes(words[word + 1] ?? -1)) return true
      }
    }
    return false
  })
}
