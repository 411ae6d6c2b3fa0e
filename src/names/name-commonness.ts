import { isPinyinWord } from './chinese-spellings.ts'
import { commonNames } from './common-names.ts'
import { fold, nameSkeleton } from './fold.ts'
import { isCommonName, knownName } from './known-names.ts'
import type { NameWord } from './name-words.ts'

/** Bits that a word tells about who is meant if no table has it: one person in 130,000. */
export const bitsOfUnknown = 17
/** Bits of the syllables of East Asian names, and of a Chinese given name of two syllables, of which each stands for many characters. */
const bitsOfSyllable = 8
const bitsOfTwoSyllables = 12
/** Bits of a name such as Abd al-Karim that no table has. */
const bitsOfServant = 11
/** Bits of a well-known given name that no table has. */
const bitsOfWellKnown = 13
/** Shorter sounds are those of many words. */
const minSound = 4
const minSkeleton = 2

const byText = new Map<string, number>()
const bySound = new Map<string, number>()
const bySkeleton = new Map<string, number>()
const byGroup = new Map<number, number>()

function note<Key>(table: Map<Key, number>, key: Key, bits: number): void {
  if (bits < (table.get(key) ?? bitsOfUnknown)) table.set(key, bits)
}

let bits = bitsOfUnknown
for (const name of commonNames.trim().split(/\s+/)) {
  if (/^\d+$/.test(name)) {
    bits = Number(name)
    continue
  }
  const sound = fold(name)
  note(byText, name, bits)
  if (sound.length >= minSound) note(bySound, spoken(sound), bits)
  const skeleton = nameSkeleton(sound)
  if (skeleton.length >= minSkeleton) note(bySkeleton, skeleton, bits)
  const group = knownName(name, sound)
  if (group !== 0) note(byGroup, group, bits)
}

/**
 * How much a word of a person's name tells about who is meant, in bits: n means that one in 2^n people has it. The commonest reading counts:
 * another spelling of a common name is as common, and a word without vowels is any name with its consonants.
 */
export function bitsOfWord({ text, sound, skeleton, bare, group }: NameWord): number {
  if (bare) return Math.min(bySkeleton.get(skeleton) ?? bitsOfUnknown, groupBits(group), servantBits(text))
  if (text.length === 1) return 0
  return Math.min(byText.get(text) ?? bitsOfUnknown, bySound.get(spoken(sound)) ?? bitsOfUnknown, servantBits(text), groupBits(group))
}

/** The bits of a word in a name that consists of syllables, as in East Asia; null for a word that is none. */
export function bitsOfSyllables({ text, syllable }: NameWord): number | null {
  if (syllable !== null || text === 'park') return bitsOfSyllable
  return isPinyinWord(text) ? bitsOfTwoSyllables : null
}

/** The sound without the differences of vowels between languages: Adel and Adil, Yusof and Yusuf. */
function spoken(sound: string): string {
  return sound.replace(/(?<=.)[ey](?=.)/g, 'i').replace(/(?<=.)o(?=.)/g, 'u')
}

/** Servants of God by one of his names, fathers (Abu Hassan), and names with "faith" or "God" at the end: any of them is as common as these names together. */
function servantBits(text: string): number {
  if (/^ab[duw].{2,}/.test(text)) return bitsOfServant
  return /.{3}(?:din|alah)$/.test(text) ? bitsOfTwoSyllables : bitsOfUnknown
}

function groupBits(group: number): number {
  if (group === 0) return bitsOfUnknown
  return byGroup.get(group) ?? (isCommonName(group) ? bitsOfWellKnown : bitsOfUnknown)
}
