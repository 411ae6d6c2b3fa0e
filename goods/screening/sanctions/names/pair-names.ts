import type { NameWord } from '../../../../src/goods/kit/names.ts'
import type { NameIndex } from './name-index.ts'

/** A word of the searched name. */
export interface AskedWord {
  readonly word: NameWord
  readonly weight: number
  /** Its weight if the name is a person's. */
  readonly personalWeight: number
  /** How much it tells about who is meant, see `name-commonness.ts`. */
  readonly bits: number
  /** The same in a name that consists of syllables; null if it is none. */
  readonly syllableBits: number | null
  /** Similar words of the dictionary, with their similarity. */
  readonly near: ReadonlyMap<number, number>
  /** Words of organisations that mean the same, with their similarity. */
  readonly meant: ReadonlyMap<number, number>
}

export interface AskedName {
  readonly words: readonly AskedWord[]
  /** For each word and the next one: dictionary words similar to both joined. */
  readonly neighbours: readonly ReadonlyMap<number, number>[]
}

/** A searched and a listed word that count as the same word, by their positions in the names. */
export interface Pair {
  readonly asked: readonly number[]
  readonly listed: number
  readonly likeness: number
}

/** Positions of words without a counterpart so far. */
interface Free {
  readonly asked: Set<number>
  readonly listed: Set<number>
}

export interface PairedNames {
  readonly pairs: readonly Pair[]
  /** Positions of searched words without a counterpart. */
  readonly unpaired: ReadonlySet<number>
}

const initialLikeness = 0.9

/** Pairs the words of a searched name with those of a listed one, which are numbers of the dictionary. */
export function pairNames(
  { words: asked, neighbours }: AskedName,
  { dictionary }: NameIndex,
  listed: readonly number[],
  isPerson: boolean,
): PairedNames {
  const free: Free = { asked: new Set(asked.keys()), listed: new Set(listed.keys()) }
  const pairs = [
    ...likeWords(asked, listed, { free, isPerson }),
    ...initials(asked, (at) => dictionary.words[listed[at] ?? -1], free),
    ...(free.asked.size > 1 && free.listed.size > 0 ? twoAsOne(listed, neighbours, free) : []),
  ]
  return { pairs, unpaired: free.asked }
}

function take(free: Free, pair: Pair): Pair {
  for (const at of pair.asked) free.asked.delete(at)
  free.listed.delete(pair.listed)
  return pair
}

/** Pairs each word with its most similar one, the most similar pairs first. */
function likeWords(
  asked: readonly AskedWord[],
  listed: readonly number[],
  { free, isPerson }: { readonly free: Free; readonly isPerson: boolean },
): Pair[] {
  const all: (readonly [asked: number, listed: number, likeness: number])[] = []
  for (const [at, { near, meant }] of asked.entries()) {
    for (const [listedAt, place] of listed.entries()) {
      const likeness = isPerson ? near.get(place) : (meant.get(place) ?? near.get(place))
      if (likeness !== undefined) all.push([at, listedAt, likeness])
    }
  }
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

export function isInitial(one: NameWord | undefined, other: NameWord | undefined): boolean {
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
