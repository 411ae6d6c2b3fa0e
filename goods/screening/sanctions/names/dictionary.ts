import { meaningsOf, minSimilarity, type NameWord, sameName, wordSimilarity } from '../../../../src/goods/kit/names.ts'
import type { Work } from '../../../../src/goods/kit/worker-side.ts'
import { isWithin } from './shape-distance.ts'

/** Every distinct word of the names, indexed by what similar words have in common. */
export interface Dictionary {
  readonly words: readonly NameWord[]
  readonly byText: ReadonlyMap<string, readonly number[]>
  readonly bySkeleton: ReadonlyMap<string, readonly number[]>
  readonly bySyllable: ReadonlyMap<string, readonly number[]>
  /** Words by their consonants, with similar consonants merged, see `shapeOf`; by the number of these first. */
  readonly byShape: readonly (ReadonlyMap<string, readonly number[]> | undefined)[]
  /** Words by the well-known name that they are forms of. */
  readonly byGroup: ReadonlyMap<number, readonly number[]>
  /** Words of organisations by what they mean, see `organisation-words.ts`. */
  readonly byMeaning: ReadonlyMap<number, readonly MeantWord[]>
}

/** A word of a dictionary that has a meaning in the names of organisations. */
export interface MeantWord {
  readonly place: number
  readonly isFull: boolean
}

export interface DictionaryBuilder {
  /** The number of a word; a new word gets the next number. */
  place(word: NameWord, isOfPerson: boolean): number
  /** All words so far; it keeps growing. */
  readonly dictionary: Dictionary
}

export function createDictionaryBuilder(): DictionaryBuilder {
  const words: NameWord[] = []
  const places = new Map<string, number>()
  const byText = new Map<string, number[]>()
  const bySkeleton = new Map<string, number[]>()
  const bySyllable = new Map<string, number[]>()
  const byShape: (Map<string, number[]> | undefined)[] = []
  const byGroup = new Map<number, number[]>()
  const byMeaning = new Map<number, MeantWord[]>()
  const ofOrganisations = new Set<number>()
  const noteMeanings = (place: number, text: string) => {
    if (ofOrganisations.has(place)) return
    ofOrganisations.add(place)
    const meanings = meaningsOf(text)
    for (const one of meanings?.of ?? []) addTo(byMeaning, one, { place, isFull: meanings?.isFull === true })
  }
  return {
    place(word, isOfPerson) {
      const key = `${word.text} ${word.sound} ${word.bare ? 1 : 0} ${word.kind}`
      const known = places.get(key)
      if (known !== undefined) {
        if (!isOfPerson) noteMeanings(known, word.text)
        return known
      }
      const place = words.length
      places.set(key, place)
      words.push(word)
      addTo(byText, word.text, place)
      addTo(bySkeleton, word.skeleton, place)
      if (word.syllable !== null) addTo(bySyllable, word.syllable, place)
      const shape = shapeOf(word.skeleton)
      addTo((byShape[shape.length] ??= new Map()), shape, place)
      if (word.group !== 0) addTo(byGroup, word.group, place)
      if (!isOfPerson) noteMeanings(place, word.text)
      return place
    },
    dictionary: { words, byText, bySkeleton, bySyllable, byShape, byGroup, byMeaning },
  }
}

/** Puts a value into the list under a key. */
export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

const classes = ['bpfv', 'dtDS', 'gk', 'szXTJC', 'm', 'n', 'l', 'r'] as const
const classOf = new Map<string, string>(classes.flatMap((letters) => [...letters].map((letter) => [letter, letters.slice(0, 1)] as const)))

/** The consonants of a word, with similar ones merged. The h is omitted, because spellings often drop it. */
function shapeOf(skeleton: string): string {
  let shape = ''
  for (const letter of skeleton) shape += classOf.get(letter) ?? (letter === 'h' ? '' : letter)
  return shape
}

/** The approximate cost of a changed or dropped consonant, which limits how many of them similar words can have. */
const consonantCost = 0.95
const slack = 0.1

/** The words of a dictionary that are similar to a word, with their similarity. Yields whenever a step of the search is full. */
export function* nearWords(
  { words, byText, bySkeleton, bySyllable, byShape, byGroup }: Dictionary,
  word: NameWord,
  work: Work,
): Generator<number, Map<number, number>> {
  const near = new Map<number, number>()
  for (const place of byGroup.get(word.group) ?? []) near.set(place, sameName)
  for (const place of byText.get(word.text) ?? []) near.set(place, 1)
  if (word.syllable !== null) {
    for (const place of bySyllable.get(word.syllable) ?? []) compare(word, words[place], place, near, work)
  }
  for (const place of servants({ words, bySkeleton }, word)) {
    work.add(1)
    if (work.isFull()) yield work.take()
    if (!near.has(place)) near.set(place, servant)
  }
  const shape = shapeOf(word.skeleton)
  const changes = Math.floor(((1 - minSimilarity) * word.sound.length) / consonantCost + slack)
  for (let length = Math.max(0, shape.length - changes); length <= shape.length + changes; length++) {
    for (const [other, places] of byShape[length] ?? []) {
      work.add(shape.length)
      if (work.isFull()) yield work.take()
      if (!isWithin(shape, other, changes)) continue
      for (const place of places) {
        if (work.isFull()) yield work.take()
        compare(word, words[place], place, near, work)
      }
    }
  }
  return near
}

/** The similarity of two words of one meaning: of a translation, and of an abbreviation. */
const translated = 0.97
const abbreviated = 0.95

/** The words of organisations that mean the same as a word, with their similarity. */
export function meantWords({ byMeaning }: Dictionary, text: string): Map<number, number> {
  const found = new Map<number, number>()
  const meanings = meaningsOf(text)
  for (const meaning of meanings?.of ?? []) {
    for (const { place, isFull } of byMeaning.get(meaning) ?? []) {
      found.set(place, isFull && meanings?.isFull === true ? translated : abbreviated)
    }
  }
  return found
}

/** How names of servants of God begin, and the similarity of such a name to the same name without it. */
const servantOf = { text: 'abd', skeleton: 'bd' } as const
const servant = 0.86
const unvowelledServant = 'bd'
const minServed = 2

/** Words with or without the "servant of" (`abd`) of a word: many people are called by the rest of such a name. */
function* servants({ words, bySkeleton }: Pick<Dictionary, 'words' | 'bySkeleton'>, { text, skeleton, bare }: NameWord): Generator<number> {
  if (bare) return
  const isServant = text.startsWith(servantOf.text) && skeleton.startsWith(servantOf.skeleton)
  const other = isServant ? skeleton.slice(servantOf.skeleton.length) : servantOf.skeleton + skeleton
  if (Math.min(skeleton.length, other.length) < minServed) return
  for (const place of bySkeleton.get(other) ?? []) {
    const found = words[place]
    if (found && !found.bare && found.kind === 'plain' && found.text.startsWith(servantOf.text) !== isServant) yield place
  }
}

function compare(word: NameWord, other: NameWord | undefined, place: number, near: Map<number, number>, work: Work): void {
  if (!other || near.has(place)) return
  work.add(word.sound.length)
  const similarity = wordSimilarity(word, other)
  if (similarity >= minSimilarity) near.set(place, similarity)
}

/** Words with the same consonants, with their similarity; for words that were joined or split. Yields like `nearWords`. */
export function* alikeWords(
  { words, bySkeleton }: Dictionary,
  word: NameWord,
  threshold: number,
  work: Work,
): Generator<number, Map<number, number>> {
  const near = new Map<number, number>()
  for (const place of bySkeleton.get(word.skeleton) ?? []) {
    const other = words[place]
    work.add(word.sound.length)
    if (work.isFull()) yield work.take()
    // Joined words have too few consonants in common with a word in another script, but for "Abd" with the name of God.
    const isComparable = other?.bare === word.bare || word.text.startsWith(unvowelledServant)
    const similarity = other && isComparable ? wordSimilarity(word, other) : 0
    if (similarity >= threshold) near.set(place, similarity)
  }
  return near
}
