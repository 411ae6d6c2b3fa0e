import { alikeWords, nearWords } from './dictionary.ts'
import { joined, nameWords, splits, type NameWord } from './name-words.ts'
import { wholeOf, type NameIndex } from './name-index.ts'
import { scoreName, type AskedName, type AskedWord } from './score-name.ts'
import { kindWeights, placeWords } from './word-weights.ts'

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
/** Likeness of words that were put together or cut apart. */
const leastJoined = 0.85
/** A word that none of the lists has may be two; so many ways of cutting are tried. */
const mostCuts = 3
const known = 0.9
const certain = 0.95
const shortestCut = 5
/** What is taken off a name that was found only by cutting words apart, or by writing all of them as one. */
const cutPenalty = 0.01
const wholePenalty = 0.03

/** The listed names nearest to a name, best first, none below `leastScore`. A few milliseconds' work, whatever is asked. */
export function searchNames(index: NameIndex, name: string, leastScore: number): FoundName[] {
  const words = nameWords(familyLast(name))
  if (words.length === 0) return []
  const found = new Map<number, number>()
  const note = (one: number, score: number) => {
    if (score >= leastScore && score > (found.get(one) ?? 0)) found.set(one, score)
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

/** `Family, Given` the other way round. */
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
    neighbours: words.slice(1).map((word, at) => alikeWords(index.dictionary, joined([words[at] ?? word, word]), leastJoined)),
  }
}

/** A word weighs what the nearest known word does; one that no list has says the most. */
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

/** Names that have words in common with the one asked for. */
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
    // Legal forms and the like are in thousands of names, and decide nothing.
    if (personalWeight < heaviest / 8) continue
    for (const [place, similarity] of near) addNames(place, personalWeight * similarity)
  }
  for (const [at, near] of neighbours.entries()) {
    const weight = (words[at]?.personalWeight ?? 0) + (words[at + 1]?.personalWeight ?? 0)
    for (const [place, similarity] of near) addNames(place, weight * similarity)
  }
  const share = (name: number) => (common[name] ?? 0) / Math.min(total, index.weightOf[name] ?? total)
  return touched
    .filter((name) => share(name) >= leastInCommon)
    .sort((one, other) => share(other) - share(one))
    .slice(0, mostCandidates)
}

/** The words asked with one that nobody has cut into two that stand side by side in some name. */
function cuts(index: NameIndex, { words }: AskedName): NameWord[][] {
  const ways: NameWord[][] = []
  for (const [at, { word, near }] of words.entries()) {
    if (word.kind !== 'plain' || word.sound.length < shortestCut || [...near.values()].some((similarity) => similarity >= certain)) continue
    for (const parts of splits(word, (text) => index.dictionary.byText.has(text))) {
      if (ways.length < mostCuts && areNeighbours(index, ...parts)) {
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
