import {
  bitsOfSyllables,
  bitsOfUnknown,
  bitsOfWord,
  familyLast,
  isCommonName,
  isPinyinWord,
  joined,
  joinInitials,
  type NameWord,
  nameWords,
  readHan,
  type ReadWords,
  separateInitials,
} from '../../../../src/goods/kit/names.ts'
import { addressKey } from '../lists/chain-addresses.ts'
import type { ListedEntry, ListedName, SubjectKind } from '../listed-entry.ts'
import { addTo, createDictionaryBuilder, type Dictionary } from './dictionary.ts'
import { kindWeights, placeWords } from './word-weights.ts'

/** The part of an entry that a search needs; the rest stays in the database. */
export interface IndexedEntry {
  readonly list: string
  readonly generation: number
  readonly id: string
  readonly kind: SubjectKind
  readonly births: readonly string[]
  readonly countries: readonly string[]
}

/** All names of all lists, by their words. Built once and never changed. */
export interface NameIndex {
  readonly entries: readonly IndexedEntry[]
  /** By name: its entry, its position among that entry's names, whether it is a weak alias, and the sum of its words' weights. */
  readonly entryOf: Uint32Array
  readonly ordinalOf: Uint16Array
  readonly weak: Uint8Array
  readonly weightOf: Float32Array
  /** Words of name `n`: `words[wordStart[n]]` until `words[wordStart[n + 1]]`, as numbers in the dictionary, with their weights. */
  readonly wordStart: Uint32Array
  readonly words: Uint32Array
  readonly wordWeights: Float32Array
  /** By the same positions: the share of its full weight that a word has at its place, see `word-weights.ts`. */
  readonly places: Float32Array
  /** By the same positions: 1 for words of a family name. */
  readonly ofFamily: Uint8Array
  readonly dictionary: Dictionary
  /** The weight of a dictionary word: high for rare words, low for words of many names. */
  readonly weights: Float32Array
  /** How much a dictionary word tells about who is meant, see `name-commonness.ts`; less for words that many entries have. */
  readonly bits: Float32Array
  /** By word: 1 for syllables of East Asian names. */
  readonly areSyllables: Uint8Array
  /** Names of word `w`: `names[nameStart[w]]` until `names[nameStart[w + 1]]`. */
  readonly nameStart: Uint32Array
  readonly names: Uint32Array
  /** Short names by the sound of all their words joined. */
  readonly wholes: ReadonlyMap<string, readonly number[]>
  /** Persons' names in pinyin by the letters of all their words, whichever word comes first. */
  readonly pinyin: ReadonlyMap<string, readonly number[]>
  /** Names by the letters of all their words in order: what is listed is found, whatever its words score. */
  readonly exact: ReadonlyMap<string, readonly number[]>
  /** Entries by address. */
  readonly addresses: ReadonlyMap<string, readonly number[]>
  /** By list: the UN's numbers that its entries name. */
  readonly unReferences: ReadonlyMap<string, ReadonlySet<string>>
}

export interface NameIndexBuilder {
  add(list: string, generation: number, entry: ListedEntry): void
  /** Builds the index in short steps. */
  finish(): Generator<null, NameIndex>
}

/** Names with more words, or longer ones, are not searched as one word. */
const maxWholeLength = 24
const maxWholeWords = 4
/** Names or words per step of `finish`. */
const rowsPerStep = 2_000

export function createIndexBuilder(): NameIndexBuilder {
  const entries: IndexedEntry[] = []
  const entryOf: number[] = []
  const ordinalOf: number[] = []
  const weak: number[] = []
  const wordStart: number[] = [0]
  const words: number[] = []
  const places: number[] = []
  const ofFamily: number[] = []
  const { place: placeOf, dictionary } = createDictionaryBuilder()
  const wholes = new Map<string, number[]>()
  const exact = new Map<string, number[]>()
  const pinyin = new Map<string, number[]>()
  const read: ReadWords = { raw: new Map(), words: new Map() }
  const addresses = new Map<string, number[]>()
  const unReferences = new Map<string, Set<string>>()

  const addName = (entry: number, kind: SubjectKind, ordinal: number, listed: ListedName) => {
    const name = addForm(entry, kind, ordinal, listed)
    const inPinyin = readHan(listed.text)
    if (inPinyin === null || name === null) return
    if (kind === 'person') addForm(entry, kind, ordinal, { ...listed, text: inPinyin, family: null })
    // The syllables of an organisation's name resemble those of people; only all of them together say something.
    else addTo(exact, exactKey(nameWords(inPinyin, read)), name)
  }

  const addForm = (entry: number, kind: SubjectKind, ordinal: number, listed: ListedName): number | null => {
    const found = nameWords(formOf(listed.text, kind === 'person'), read)
    if (found.length === 0) return null
    const name = entryOf.length
    entryOf.push(entry)
    ordinalOf.push(ordinal)
    weak.push(listed.weak ? 1 : 0)
    for (const word of found) words.push(placeOf(word, kind === 'person'))
    for (const placed of placeWords(found, kind === 'person', listed.family === null ? null : nameWords(listed.family, read))) {
      places.push(placed.weight)
      ofFamily.push(placed.ofFamily ? 1 : 0)
    }
    wordStart.push(words.length)
    addTo(exact, exactKey(found), name)
    const whole = wholeOf(found)
    if (whole !== null) addTo(wholes, whole, name)
    if (kind === 'person') for (const key of pinyinKeys(found)) addTo(pinyin, key, name)
    return name
  }

  return {
    add(list, generation, { id, kind, births, countries, names, addresses: listed, unReference }) {
      const entry = entries.length
      entries.push({ list, generation, id, kind, births, countries })
      for (const [ordinal, name] of names.entries()) addName(entry, kind, ordinal, name)
      for (const { address } of listed) addTo(addresses, addressKey(address), entry)
      if (unReference) unReferences.set(list, (unReferences.get(list) ?? new Set()).add(unReference))
    },
    *finish() {
      const start = Uint32Array.from(wordStart)
      yield null
      const all = Uint32Array.from(words)
      yield null
      const { nameStart, names } = yield* byWord(start, all, dictionary.words.length)
      const weights = yield* weighWords(dictionary, nameStart, entryOf.length)
      const bits = yield* bitsOfWords(dictionary, { nameStart, names, entryOf })
      const wordWeights = new Float32Array(words.length)
      const weightOf = new Float32Array(entryOf.length)
      for (let name = 0; name < weightOf.length; name++) {
        for (let at = start[name] ?? 0; at < (start[name + 1] ?? 0); at++) {
          const weight = (weights[all[at] ?? 0] ?? 0) * (places[at] ?? 1)
          wordWeights[at] = weight
          weightOf[name] = (weightOf[name] ?? 0) + weight
        }
        if (name % rowsPerStep === 0) yield null
      }
      const byName = { entryOf: Uint32Array.from(entryOf), ordinalOf: Uint16Array.from(ordinalOf), weak: Uint8Array.from(weak) }
      yield null
      return {
        entries,
        ...byName,
        weightOf,
        wordStart: start,
        words: all,
        wordWeights,
        places: Float32Array.from(places),
        ofFamily: Uint8Array.from(ofFamily),
        dictionary,
        weights,
        bits,
        areSyllables: Uint8Array.from(dictionary.words, (word) => (bitsOfSyllables(word) === null ? 0 : 1)),
        nameStart,
        names,
        wholes,
        pinyin,
        exact,
        addresses,
        unReferences,
      }
    },
  }
}

/** A name as people or as organisations are called: the family name last, and initials apart or joined. */
export function formOf(name: string, isPerson: boolean): string {
  return isPerson ? separateInitials(familyLast(name)) : joinInitials(name)
}

/** The same for names that differ in nothing but case, marks and punctuation. */
export function exactKey(words: readonly NameWord[]): string {
  return words.map(({ text }) => text).join(' ')
}

/** The sound of all words of a short name joined; null for names that are too short or too long for it. */
export function wholeOf(words: readonly NameWord[]): string | null {
  const telling = words.filter(({ kind }) => kind === 'plain')
  if (telling.length === 0 || telling.length > maxWholeWords) return null
  const { sound } = joined(telling)
  return sound.length < 4 || sound.length > maxWholeLength ? null : sound
}

/** A name in pinyin with each of its words first; none for another name. */
function pinyinKeys(words: readonly NameWord[]): string[] {
  const texts = words.map(({ text }) => text)
  if (texts.length < 2 || texts.length > maxWholeWords || !texts.every(isPinyinWord)) return []
  return texts.map((_, first) => [...texts.slice(first), ...texts.slice(0, first)].join(''))
}

/** Inverts the words of names to the names of words. */
function* byWord(start: Uint32Array, words: Uint32Array, size: number): Generator<null, { nameStart: Uint32Array; names: Uint32Array }> {
  const nameStart = new Uint32Array(size + 1)
  for (const [at, word] of words.entries()) {
    nameStart[word + 1] = (nameStart[word + 1] ?? 0) + 1
    if (at % rowsPerStep === 0) yield null
  }
  for (let word = 0; word < size; word++) nameStart[word + 1] = (nameStart[word + 1] ?? 0) + (nameStart[word] ?? 0)
  const names = new Uint32Array(words.length)
  const next = nameStart.slice()
  for (let name = 0; name + 1 < start.length; name++) {
    for (let at = start[name] ?? 0; at < (start[name + 1] ?? 0); at++) {
      const word = words[at] ?? 0
      const place = next[word] ?? 0
      names[place] = name
      next[word] = place + 1
    }
    if (name % rowsPerStep === 0) yield null
  }
  return { nameStart, names }
}

/** The highest weight of a well-known given name, which many people have however few of them are listed. */
const wellKnown = 0.55

/** Weights from a quarter to one, by how many names have the word or another form of the same well-known name. */
function* weighWords({ words, byGroup }: Dictionary, nameStart: Uint32Array, names: number): Generator<null, Float32Array> {
  const inNames = (word: number) => (nameStart[word + 1] ?? 0) - (nameStart[word] ?? 0)
  const inGroup = new Map([...byGroup].map(([group, places]) => [group, places.reduce((sum, place) => sum + inNames(place), 0)]))
  const weights = new Float32Array(words.length)
  for (const [place, { group, kind }] of words.entries()) {
    const count = inGroup.get(group) ?? inNames(place)
    const rarity = Math.min(isCommonName(group) ? wellKnown : 1, 1 - (0.75 * Math.log(1 + count)) / Math.log(2 + names))
    weights[place] = kindWeights[kind] * Math.max(0.25, rarity)
    if (place % rowsPerStep === 0) yield null
  }
  return weights
}

/** Bits that a word loses each time the number of entries that have it doubles. */
const lostByDoubling = 0.75

function* bitsOfWords(
  { words }: Dictionary,
  { nameStart, names, entryOf }: { readonly nameStart: Uint32Array; readonly names: Uint32Array; readonly entryOf: readonly number[] },
): Generator<null, Float32Array> {
  const bits = new Float32Array(words.length)
  for (const [place, word] of words.entries()) {
    let entries = 0
    let before = -1
    // The names of an entry follow each other.
    for (let at = nameStart[place] ?? 0; at < (nameStart[place + 1] ?? 0); at++) {
      const entry = entryOf[names[at] ?? 0] ?? -1
      if (entry !== before) entries++
      before = entry
    }
    bits[place] = Math.min(bitsOfWord(word), bitsOfUnknown - lostByDoubling * Math.log2(Math.max(1, entries)))
    if (place % rowsPerStep === 0) yield null
  }
  return bits
}
