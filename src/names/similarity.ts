import type { NameWord } from './name-words.ts'

/**
 * The cost of confusing one letter with another, in letters, in both directions: little when languages or transliterations often
 * confuse them, 1 when they are different letters.
 */
const near: Readonly<Record<string, number>> = {
  ou: 0.2,
  ei: 0.25,
  ae: 0.35,
  ao: 0.35,
  eo: 0.5,
  ai: 0.5,
  au: 0.5,
  iu: 0.5,
  eu: 0.5,
  io: 0.6,
  iy: 0.15,
  jy: 0.2,
  ij: 0.25,
  ey: 0.3,
  ej: 0.4,
  uy: 0.4,
  uv: 0.4,
  bp: 0.4,
  dt: 0.4,
  Dd: 0.25,
  Dz: 0.35,
  Dt: 0.5,
  gk: 0.35,
  gh: 0.35,
  hk: 0.35,
  fv: 0.25,
  sz: 0.35,
  bv: 0.5,
  fp: 0.5,
  Xs: 0.35,
  CX: 0.35,
  Ck: 0.4,
  Ch: 0.4,
  CT: 0.35,
  Cs: 0.5,
  Ts: 0.3,
  Tz: 0.3,
  Tk: 0.4,
  Ct: 0.5,
  JX: 0.4,
  Jz: 0.35,
  Jj: 0.25,
  Jg: 0.3,
  CJ: 0.4,
  Jy: 0.4,
  gj: 0.4,
  hj: 0.5,
  jz: 0.5,
  // S is the sound in "Kathim" and "Uthman", which other spellings write as z, s, d or t.
  St: 0.15,
  Ss: 0.3,
  Sz: 0.3,
  SD: 0.25,
  Sd: 0.35,
  mn: 0.7,
  lr: 0.8,
}
/** The cost of a dropped letter. */
const weak: Readonly<Record<string, number>> = { a: 0.5, e: 0.45, i: 0.5, o: 0.5, u: 0.5, y: 0.35, j: 0.35, h: 0.35 }
const swapped = 0.6
/** Extra cost at the first letter, which people rarely get wrong, except for almost equal letters. */
const first = 0.15
const almostOne = 0.35

const codes = 128
const substitution = new Float32Array(codes * codes).fill(1)
const omission = new Float32Array(codes).fill(1)
for (let code = 0; code < codes; code++) substitution[code * codes + code] = 0
for (const [pair, cost] of Object.entries(near)) {
  const [one, other] = [pair.charCodeAt(0), pair.charCodeAt(1)]
  substitution[one * codes + other] = cost
  substitution[other * codes + one] = cost
}
for (const [letter, cost] of Object.entries(weak)) omission[letter.charCodeAt(0)] = cost
const leastOmission = Math.min(...Object.values(weak))

const maxLength = 48
const rows = [0, 1, 2].map(() => new Float32Array(maxLength + 1)) as [Float32Array, Float32Array, Float32Array]

/** The lowest cost of turning one word into another (optimal string alignment); stops above `limit`. */
function distance(one: string, other: string, limit: number): number {
  const width = Math.min(other.length, maxLength)
  const height = Math.min(one.length, maxLength)
  let [before, above, row] = rows
  above[0] = 0
  for (let column = 1; column <= width; column++) above[column] = (above[column - 1] ?? 0) + leaveOut(other, column - 1)
  for (let line = 1; line <= height; line++) {
    const out = leaveOut(one, line - 1)
    row[0] = (above[0] ?? 0) + out
    let rowMin = row[0]
    for (let column = 1; column <= width; column++) {
      let cost = Math.min(
        (above[column] ?? 0) + out,
        (row[column - 1] ?? 0) + leaveOut(other, column - 1),
        (above[column - 1] ?? 0) + replace(one, line - 1, other, column - 1),
      )
      if (line > 1 && column > 1 && one[line - 1] === other[column - 2] && one[line - 2] === other[column - 1]) {
        cost = Math.min(cost, (before[column - 2] ?? 0) + swapped)
      }
      row[column] = cost
      if (cost < rowMin) rowMin = cost
    }
    if (rowMin > limit) return limit + 1
    const spare = before
    before = above
    above = row
    row = spare
  }
  return above[width] ?? 0
}

function leaveOut(word: string, index: number): number {
  const code = word.charCodeAt(index)
  // Doubled letters were merged before. The first letter is rarely dropped.
  return (code < codes ? (omission[code] ?? 1) : 1) + (index === 0 ? first : 0)
}

function replace(one: string, index: number, other: string, otherIndex: number): number {
  const from = one.charCodeAt(index)
  const to = other.charCodeAt(otherIndex)
  if (from === to) return 0
  const cost = from < codes && to < codes ? (substitution[from * codes + to] ?? 1) : 1
  return (index === 0 || otherIndex === 0) && cost > almostOne ? cost + first : cost
}

/** Below this similarity, two words are different words. */
export const minSimilarity = 0.78

const prefixes = /^(?:al|el|bin|ben|ibn)(?=.{3})/

/** Two forms of one well-known name, or two spellings of one sound, almost count as one word; very short sounds less so. */
export const sameName = 0.985
const sameSound = 0.985
const sameShortSound = 0.93
/** Two romanizations of one syllable in Korean or Chinese. */
const sameSyllable = 0.92
const shortSound = 3
const mostAlike = 0.975

/** The similarity of two words: 1 for the same word, 0 below `minSimilarity`. */
export function wordSimilarity(one: NameWord, other: NameWord): number {
  if (one.text === other.text) return 1
  if (one.group !== 0 && other.group !== 0) return one.group === other.group ? sameName : 0
  if (one.bare !== other.bare) return one.bare ? ofScripts(one, other) : ofScripts(other, one)
  if (one.sound === other.sound) return one.sound.length <= shortSound ? sameShortSound : sameSound
  if (one.syllable !== null && one.syllable === other.syllable) return sameSyllable
  const whole = ofSounds(one.sound, other.sound)
  if (whole >= 0.9 || Math.abs(one.sound.length - other.sound.length) < 2) return whole
  // One of them may be written with its article or prefix, and the other without.
  const [shorter, longer] = one.sound.length < other.sound.length ? [one.sound, other.sound] : [other.sound, one.sound]
  const rest = longer.replace(prefixes, '')
  return rest === longer ? whole : Math.max(whole, 0.96 * ofSounds(shorter, rest))
}

function ofSounds(one: string, other: string): number {
  const length = Math.max(one.length, other.length)
  const limit = (1 - minSimilarity) * length
  // Saves most comparisons of very long words.
  if (Math.abs(Math.min(one.length, maxLength) - Math.min(other.length, maxLength)) * leastOmission > limit) return 0
  const cost = one === other ? 0 : distance(one, other, limit)
  const similarity = 1 - cost / length
  return similarity < minSimilarity ? 0 : Math.min(similarity, mostAlike)
}

/** A word without vowels and one in Latin. */
function ofScripts(bare: NameWord, latin: NameWord): number {
  if (bare.skeleton !== latin.skeleton) {
    return Math.min(bare.skeleton.length, latin.skeleton.length) < 2 ? 0 : 0.95 * ofSounds(bare.skeleton, latin.skeleton)
  }
  if (!longVowelsFit(bare, latin)) return (ofSameSkeleton[bare.skeleton.length] ?? 0.95) - otherVowels
  const isLong = bare.sound.length > bare.skeleton.length
  return bare.skeleton.length === 2 && isLong ? withLongVowel : (ofSameSkeleton[bare.skeleton.length] ?? 0.95)
}

/** Of words with no, one or two consonants, and of those with two and a vowel that is written. */
const ofSameSkeleton = [0, 0.84, 0.9]
const withLongVowel = 0.94

/** Subtracted where the vowels that a script without vowels does write are others: Hamoud and Ahmadi have the same consonants. */
const otherVowels = 0.06

function longVowelsFit(bare: NameWord, latin: NameWord): boolean {
  const [written, spoken] = [gapsOf(bare.sound, bare.skeleton), gapsOf(latin.sound, latin.skeleton)]
  return written.every((gap, at) => {
    const vowels = spoken[at] ?? ''
    if (/[wuv]/.test(gap) && !/[ouwv]/.test(vowels)) return false
    if (/[yij]/.test(gap) && !/[iyej]/.test(vowels)) return false
    if (at === 0) return !gap.startsWith('a') || vowels !== ''
    // A vowel at the end is always written.
    return at < written.length - 1 || (gap === '') === (vowels === '')
  })
}

/** What stands before, between and after the consonants of a sound. */
function gapsOf(sound: string, skeleton: string): string[] {
  const gaps: string[] = []
  let rest = sound
  for (const consonant of skeleton) {
    const at = rest.indexOf(consonant === 'J' && !rest.includes('J') ? 'j' : consonant)
    if (at < 0) return []
    gaps.push(rest.slice(0, at))
    rest = rest.slice(at + 1).replace(new RegExp(`^${consonant}+`), '')
  }
  return [...gaps, rest]
}
