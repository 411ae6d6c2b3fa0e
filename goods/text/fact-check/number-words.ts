import type { Token } from './tokens.ts'

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'
const ordinals = `zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
sixteenth seventeenth eighteenth nineteenth`

const small = new Map(ones.split(' ').map((word, value) => [word, value]))
const round = new Map(tens.split(' ').map((word, index) => [word, 20 + 10 * index]))
const places = new Map(ordinals.split(/\s+/).map((word, value) => [word, value]))
const roundPlaces = new Map([...round].map(([word, value]) => [`${word.slice(0, -1)}ieth`, value]))
const multipliers = new Map([
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
  ['billion', 1_000_000_000],
  ['trillion', 1_000_000_000_000],
])

/** A number in words: its value, how many tokens it has, and whether it is a place in an order (`third`). */
export interface WordNumber {
  readonly value: number
  readonly length: number
  readonly ordinal: boolean
}

/** Reads a number in words that begins at a token: `two hundred and five thousand`, `twenty-first`. Null where none begins. */
export function readNumberWords(tokens: readonly Token[], from: number): WordNumber | null {
  let total = 0
  let group = 0
  let at = from
  let end = from
  while (at < tokens.length) {
    const lower = tokens[at]?.lower ?? ''
    const place = places.get(lower) ?? roundPlaces.get(lower)
    if (place !== undefined && lower !== 'second') return { value: total + group + place, length: at - from + 1, ordinal: true }
    if (lower === 'second' && (end > from || isBeforeNoun(tokens, at)))
      return { value: total + group + 2, length: at - from + 1, ordinal: true }
    const digit = small.get(lower) ?? round.get(lower)
    const multiplier = multipliers.get(lower)
    if (digit !== undefined && !(group % 10 !== 0 && digit < 100 && group % 100 !== 0)) group += digit
    else if (multiplier === 100 && end > from) group *= 100
    else if (multiplier !== undefined && multiplier > 100 && end > from) {
      total += group * multiplier
      group = 0
    } else if (end > from && (lower === '-' || (lower === 'and' && group >= 100)) && continues(tokens, at + 1)) {
      at += 1
      continue
    } else break
    at += 1
    end = at
  }
  return end === from ? null : { value: total + group, length: end - from, ordinal: false }
}

const continues = (tokens: readonly Token[], at: number) => {
  const lower = tokens[at]?.lower ?? ''
  return small.has(lower) || places.has(lower) || round.has(lower)
}

/** `second` is a place before a noun or superlative, and a time after a number. */
const isBeforeNoun = (tokens: readonly Token[], at: number) => {
  const next = tokens[at + 1]
  const before = tokens[at - 1]
  return next?.kind === 'word' && (before === undefined || ['the', 'a', 'his', 'her', 'its', 'their'].includes(before.lower))
}
