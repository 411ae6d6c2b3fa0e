import { addressKey } from '../lists/chain-addresses.ts'
import type { ListedEntry, SubjectKind } from '../listed-entry.ts'
import { consonantMask, type Dictionary } from './dictionary.ts'
import { nameWords, type NameWord } from './name-words.ts'

/** What is needed of an entry to look for it; the rest stays in the database. */
export interface IndexedEntry {
  readonly list: string
  readonly generation: number
  readonly id: string
  readonly kind: SubjectKind
  readonly births: readonly string[]
  readonly countries: readonly string[]
}

/** All names of all lists, by the words they are made of. Made once and never changed. */
export interface NameIndex {
  readonly entries: readonly IndexedEntry[]
  /** By name: its entry, its place among that entry's names, whether it is a weak alias, and the sum of its words' weights. */
  readonly entryOf: Uint32Array
  readonly ordinalOf: Uint16Array
  readonly weak: Uint8Array
  readonly weightOf: Float32Array
  /** Words of name `n`: `words[wordStart[n]]` until `words[wordStart[n + 1]]`, as places in the dictionary. */
  readonly wordStart: Uint32Array
  readonly words: Uint32Array
  readonly dictionary: Dictionary
  /** How much a word of the dictionary tells: rare ones much, those that many names have little. */
  readonly weights: Float32Array
  /** Names of word `w`: `names[nameStart[w]]` until `names[nameStart[w + 1]]`. */
  readonly nameStart: Uint32Array
  readonly names: Uint32Array
  /** Short names written as one word, with the names they stand for. */
  readonly wholes: Dictionary
  readonly wholeNames: readonly (readonly number[])[]
  /** Entries by address. */
  readonly addresses: ReadonlyMap<string, readonly number[]>
}

export interface NameIndexBuilder {
  add(list: string, generation: number, entry: ListedEntry): void
  /** The index, in steps of which none takes long. */
  finish(): Generator<null, NameIndex>
}

/** Names of more words, or longer ones, are not written as one. */
const longestWhole = 22
const mostWholeWords = 4
/** Shares of the full weight for words of the kinds that come and go. */
export const kindWeights = { plain: 1, legal: 0.15, honorific: 0.2, particle: 0.12 } as const

export function createIndexBuilder(): NameIndexBuilder {
  const entries: IndexedEntry[] = []
  const entryOf: number[] = []
  const ordinalOf: number[] = []
  const weak: number[] = []
  const wordStart: number[] = [0]
  const words: number[] = []
  const dictionary = createDictionaryBuilder()
  const wholes = createDictionaryBuilder()
  const wholeNames: number[][] = []
  const addresses = new Map<string, number[]>()

  const addName = (entry: number, ordinal: number, text: string, isWeak: boolean) => {
    const found = nameWords(text)
    if (found.length === 0) return
    const name = entryOf.length
    entryOf.push(entry)
    ordinalOf.push(ordinal)
    weak.push(isWeak ? 1 : 0)
    for (const word of found) words.push(dictionary.place(word))
    wordStart.push(words.length)
    const whole = wholeOf(found)
    if (whole === null) return
    const place = wholes.place(whole)
    ;(wholeNames[place] ??= []).push(name)
  }

  return {
    add(list, generation, { id, kind, births, countries, names, addresses: listed }) {
      const entry = entries.length
      entries.push({ list, generation, id, kind, births, countries })
      for (const [ordinal, { text, weak: isWeak }] of names.entries()) addName(entry, ordinal, text, isWeak)
      for (const { address } of listed) {
        const key = addressKey(address)
        addresses.set(key, [...(addresses.get(key) ?? []), entry])
      }
    },
    *finish() {
      const finished = dictionary.finish()
      yield null
      const start = Uint32Array.from(wordStart)
      const all = Uint32Array.from(words)
      yield null
      const { nameStart, names } = yield* byWord(start, all, finished.words.length)
      const weights = weighWords(finished, nameStart, entryOf.length)
      yield null
      const weightOf = new Float32Array(entryOf.length)
      for (let name = 0; name < weightOf.length; name++) {
        let sum = 0
        for (let at = start[name] ?? 0; at < (start[name + 1] ?? 0); at++) sum += weights[all[at] ?? 0] ?? 0
        weightOf[name] = sum
        if (name % 10_000 === 0) yield null
      }
      return {
        entries,
        entryOf: Uint32Array.from(entryOf),
        ordinalOf: Uint16Array.from(ordinalOf),
        weak: Uint8Array.from(weak),
        weightOf,
        wordStart: start,
        words: all,
        dictionary: finished,
        weights,
        nameStart,
        names,
        wholes: wholes.finish(),
        wholeNames,
        addresses,
      }
    },
  }
}

/** A short name of several words as one word; null for others. */
export function wholeOf(words: readonly NameWord[]): NameWord | null {
  const telling = words.filter(({ kind }) => kind === 'plain')
  if (telling.length === 0 || telling.length > mostWholeWords) return null
  const [first, ...rest] = telling
  if (first === undefined) return null
  const whole = rest.reduce(
    (one, other) => ({ ...one, text: one.text + other.text, sound: one.sound + other.sound, bare: one.bare || other.bare }),
    first,
  )
  return whole.sound.length > longestWhole || whole.sound.length < 4 ? null : { ...whole, group: 0, skeleton: '', bare: false }
}

/** Turns the words of names into the names of words. */
function* byWord(start: Uint32Array, words: Uint32Array, size: number): Generator<null, { nameStart: Uint32Array; names: Uint32Array }> {
  const nameStart = new Uint32Array(size + 1)
  for (const word of words) nameStart[word + 1] = (nameStart[word + 1] ?? 0) + 1
  yield null
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
    if (name % 10_000 === 0) yield null
  }
  return { nameStart, names }
}

/** Between a quarter and one, by how many names have the word or another form of the same given name. */
function weighWords({ words }: Dictionary, nameStart: Uint32Array, names: number): Float32Array {
  const inGroup = new Map<number, number>()
  const inNames = (word: number) => (nameStart[word + 1] ?? 0) - (nameStart[word] ?? 0)
  for (const [place, { group }] of words.entries()) if (group > 0) inGroup.set(group, (inGroup.get(group) ?? 0) + inNames(place))
  return Float32Array.from(words, ({ group, kind }, place) => {
    const count = group > 0 ? (inGroup.get(group) ?? 0) : inNames(place)
    const rarity = 1 - (0.75 * Math.log(1 + count)) / Math.log(2 + names)
    return kindWeights[kind] * Math.max(0.25, rarity)
  })
}

interface DictionaryBuilder {
  place(word: NameWord): number
  finish(): Dictionary
}

function createDictionaryBuilder(): DictionaryBuilder {
  const words: NameWord[] = []
  const places = new Map<string, number>()
  return {
    place(word) {
      const key = word.bare ? `'${word.text}` : word.text
      const known = places.get(key)
      if (known !== undefined) return known
      places.set(key, words.length)
      words.push(word)
      return words.length - 1
    },
    finish() {
      const groups = new Map<number, number[]>()
      for (const [place, { group }] of words.entries()) if (group > 0) groups.set(group, [...(groups.get(group) ?? []), place])
      return {
        words,
        masks: Uint32Array.from(words, ({ skeleton, sound }) => consonantMask(skeleton === '' ? sound : skeleton)),
        lengths: Uint8Array.from(words, ({ sound }) => Math.min(255, sound.length)),
        bare: Uint8Array.from(words, ({ bare }) => (bare ? 1 : 0)),
        groups,
      }
    },
  }
}
