import type { NameWord } from './name-words.ts'
import { wordSimilarity } from './similarity.ts'

/** Every word of the names once, with what tells at a glance that another word can't be near it. */
export interface Dictionary {
  readonly words: readonly NameWord[]
  /** Classes of consonants that a word has. */
  readonly masks: Uint32Array
  readonly lengths: Uint8Array
  readonly bare: Uint8Array
  /** Words by the given name that they are forms of. */
  readonly groups: ReadonlyMap<number, readonly number[]>
}

/** Consonants that are taken for each other share a class; h comes and goes and has none. */
const classes = ['bp', 'dt', 'gk', 'fv', 'szXCTJj', 'm', 'n', 'l', 'r'] as const
const bits = new Map<string, number>(classes.flatMap((letters, index) => [...letters].map((letter) => [letter, 1 << index] as const)))

export function consonantMask(sound: string): number {
  let mask = 0
  for (const letter of sound) mask |= bits.get(letter) ?? 0
  return mask
}

/** Words may differ by so many letters in length, and by so many classes of consonants. */
const mostLonger = 4
const mostClasses = 2

/** The words of a dictionary that are near a word, with how near. */
export function nearWords({ words, masks, lengths, bare, groups }: Dictionary, word: NameWord, least: number): Map<number, number> {
  const near = new Map<number, number>()
  for (const place of groups.get(word.group) ?? []) near.set(place, 0.97)
  const mask = consonantMask(word.skeleton === '' ? word.sound : word.skeleton)
  const length = word.sound.length
  const isBare = word.bare ? 1 : 0
  for (let place = 0; place < masks.length; place++) {
    if (bitCount((masks[place] ?? 0) ^ mask) > mostClasses) continue
    if (bare[place] === isBare && Math.abs((lengths[place] ?? 0) - length) > mostLonger) continue
    const other = words[place]
    const similarity = other ? wordSimilarity(word, other) : 0
    if (similarity >= least) near.set(place, similarity)
  }
  return near
}

function bitCount(bitField: number): number {
  let field = bitField
  let count = 0
  for (; field !== 0; count++) field &= field - 1
  return count
}
