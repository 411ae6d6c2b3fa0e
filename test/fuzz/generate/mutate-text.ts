import type { SeededRandom } from '../seeded-random.ts'
import { character, edgeLength, numberLike, shortText } from './awkward-values.ts'

/** Longest text that a generator makes, in characters. */
export const longestText = 131_072

/** A text with one or a few changes: characters changed, inserted, removed, doubled or swapped; the text extended or cut; numbers changed. */
export function mutateText(random: SeededRandom, text: string): string {
  if (/^0x[0-9a-fA-F]*$/.test(text) && random.chance(0.5)) return mutateHex(random, text)
  let changed = text
  for (let round = random.pick([1, 1, 1, 2, 3, 6]); round > 0; round--) changed = changeOnce(random, changed)
  return changed.length <= longestText ? changed : changed.slice(0, longestText)
}

function changeOnce(random: SeededRandom, text: string): string {
  const at = random.below(text.length + 1)
  const width = random.pick([0, 1, 1, 1, 2, 4, 16, 64])
  const [before, piece, after] = [text.slice(0, at), text.slice(at, at + width), text.slice(at + width)]
  switch (random.below(14)) {
    case 0:
    case 1:
      return before + character(random) + text.slice(at + 1)
    case 2:
      return before + character(random) + text.slice(at)
    case 3:
      return before + after
    case 4:
      return before + shortText(random) + after
    case 5:
      return before + piece + piece + after
    case 6:
      return random.chance(0.3)
        ? before + (piece || 'a').repeat(blowUp(random, (piece || 'a').length)) + after
        : before + piece + piece + after
    case 7:
      return random.chance(0.5) ? before : text.slice(at)
    case 8:
      return text.toUpperCase() === text ? text.toLowerCase() : text.toUpperCase()
    case 9:
      return otherNumber(random, text)
    case 10:
      return random.pick([` ${text}`, `${text} `, `\ufeff${text}`, `${text}\0`, `${text}\n`, `"${text}"`, `${text},${text}`, text + text])
    case 11:
      return before + after.slice(0, 40) + piece + after.slice(40)
    case 12:
      return before + numberLike(random) + after
    default:
      return text.length > 0 && text.length < 4096 ? [...text].toReversed().join('') : text
  }
}

/** A hex text that stays hex: other words, more or fewer words, other bytes, an odd number of digits. */
function mutateHex(random: SeededRandom, text: string): string {
  const at = 2 + 64 * random.below(Math.ceil((text.length - 2) / 64))
  const [before, after] = [text.slice(0, at), text.slice(at + 64)]
  switch (random.below(7)) {
    case 0:
      return before + hexWord(random) + after
    case 1:
      return text + (random.chance(0.9) ? hexWord(random) : hexWord(random).repeat(edgeLength(random, longestText) / 64))
    case 2:
      return text.slice(0, 2 + random.below(text.length))
    case 3:
      return `${text.slice(0, 2)}${random.bytes(random.between(0, 100)).toString('hex')}`
    case 4:
      return before + random.bytes(32).toString('hex') + after
    case 5:
      return `0x${text.slice(2).replace(/^0+/, '')}`
    default:
      return `${text}${random.pick(['0', '00', 'f', '0'.repeat(64)])}`
  }
}

const words = [
  0n,
  1n,
  2n,
  3n,
  31n,
  32n,
  33n,
  64n,
  96n,
  255n,
  256n,
  257n,
  2n ** 31n,
  2n ** 53n,
  2n ** 64n - 1n,
  2n ** 160n,
  2n ** 255n,
  2n ** 256n - 1n,
]

function hexWord(random: SeededRandom): string {
  return random.pick(words).toString(16).padStart(64, '0')
}

/** Text without a form: random characters, pieces of a format in random order, or one piece repeated. */
export function rawText(random: SeededRandom, tokens: readonly string[]): string {
  switch (random.below(6)) {
    case 0:
      return random.bytes(random.between(0, 300)).toString('latin1')
    case 1:
      return Array.from({ length: random.between(0, 120) }, () => character(random)).join('')
    case 2:
      return shortText(random)
    case 3: {
      if (random.chance(0.8)) return random.pick(tokens)
      const piece = random.chance(0.5) ? random.pick(tokens) : random.pick(tokens) + random.pick(tokens)
      return (piece || ' ').repeat(blowUp(random, (piece || ' ').length)) + (random.chance(0.5) ? shortText(random) : '')
    }
    default:
      return Array.from({ length: random.between(1, 40) }, () => (random.chance(0.85) ? random.pick(tokens) : shortText(random))).join('')
  }
}

/** Number of repetitions that reach a length near a limit; mostly a small limit, because long texts take time. */
function blowUp(random: SeededRandom, length: number): number {
  const max = random.chance(0.9) ? 8_300 : longestText
  return Math.max(2, Math.ceil(edgeLength(random, max) / length))
}

function otherNumber(random: SeededRandom, text: string): string {
  const found = [...text.matchAll(/\d+/g)]
  if (found.length === 0) return text + numberLike(random)
  const one = random.pick(found)
  const digits = one[0]
  const others = [`0${digits}`, `-${digits}`, `${digits}0`, `${digits}.0`, `${digits}e1`, digits.slice(1), numberLike(random)]
  const near = digits.length <= 40 ? [String(BigInt(digits) + 1n), String(BigInt(digits) - 1n)] : []
  return text.slice(0, one.index) + random.pick([...others, ...near]) + text.slice(one.index + digits.length)
}
