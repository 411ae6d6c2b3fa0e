import type { Dice } from '../dice.ts'
import { character, edgeLength, numberLike, shortText } from './palette.ts'

/** Longest text that a generator makes on purpose. */
export const longestText = 131_072

/** A text with one to a few changes: characters flipped, put in, taken out, doubled, swapped; blown up; cut; numbers moved. */
export function mutateText(dice: Dice, text: string): string {
  if (/^0x[0-9a-fA-F]*$/.test(text) && dice.chance(0.5)) return mutateHex(dice, text)
  let changed = text
  for (let round = dice.pick([1, 1, 1, 2, 3, 6]); round > 0; round--) changed = changeOnce(dice, changed)
  return changed.length <= longestText ? changed : changed.slice(0, longestText)
}

function changeOnce(dice: Dice, text: string): string {
  const at = dice.below(text.length + 1)
  const width = dice.pick([0, 1, 1, 1, 2, 4, 16, 64])
  const [before, piece, after] = [text.slice(0, at), text.slice(at, at + width), text.slice(at + width)]
  switch (dice.below(14)) {
    case 0:
    case 1:
      return before + character(dice) + text.slice(at + 1)
    case 2:
      return before + character(dice) + text.slice(at)
    case 3:
      return before + after
    case 4:
      return before + shortText(dice) + after
    case 5:
      return before + piece + piece + after
    case 6:
      return dice.chance(0.3) ? before + (piece || 'a').repeat(blowUp(dice, (piece || 'a').length)) + after : before + piece + piece + after
    case 7:
      return dice.chance(0.5) ? before : text.slice(at)
    case 8:
      return text.toUpperCase() === text ? text.toLowerCase() : text.toUpperCase()
    case 9:
      return otherNumber(dice, text)
    case 10:
      return dice.pick([` ${text}`, `${text} `, `\ufeff${text}`, `${text}\0`, `${text}\n`, `"${text}"`, `${text},${text}`, text + text])
    case 11:
      return before + after.slice(0, 40) + piece + after.slice(40)
    case 12:
      return before + numberLike(dice) + after
    default:
      return text.length > 0 && text.length < 4096 ? [...text].toReversed().join('') : text
  }
}

/** Hex that is still hex: other words, more or fewer of them, other bytes, an odd number of digits. */
function mutateHex(dice: Dice, text: string): string {
  const at = 2 + 64 * dice.below(Math.ceil((text.length - 2) / 64))
  const [before, after] = [text.slice(0, at), text.slice(at + 64)]
  switch (dice.below(7)) {
    case 0:
      return before + hexWord(dice) + after
    case 1:
      return text + (dice.chance(0.9) ? hexWord(dice) : hexWord(dice).repeat(edgeLength(dice, longestText) / 64))
    case 2:
      return text.slice(0, 2 + dice.below(text.length))
    case 3:
      return `${text.slice(0, 2)}${dice.bytes(dice.between(0, 100)).toString('hex')}`
    case 4:
      return before + dice.bytes(32).toString('hex') + after
    case 5:
      return `0x${text.slice(2).replace(/^0+/, '')}`
    default:
      return `${text}${dice.pick(['0', '00', 'f', '0'.repeat(64)])}`
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

function hexWord(dice: Dice): string {
  return dice.pick(words).toString(16).padStart(64, '0')
}

/** Text of no form at all: characters, or what a format is made of in any order, or one piece again and again. */
export function rawText(dice: Dice, tokens: readonly string[]): string {
  switch (dice.below(6)) {
    case 0:
      return dice.bytes(dice.between(0, 300)).toString('latin1')
    case 1:
      return Array.from({ length: dice.between(0, 120) }, () => character(dice)).join('')
    case 2:
      return shortText(dice)
    case 3: {
      if (dice.chance(0.8)) return dice.pick(tokens)
      const piece = dice.chance(0.5) ? dice.pick(tokens) : dice.pick(tokens) + dice.pick(tokens)
      return (piece || ' ').repeat(blowUp(dice, (piece || ' ').length)) + (dice.chance(0.5) ? shortText(dice) : '')
    }
    default:
      return Array.from({ length: dice.between(1, 40) }, () => (dice.chance(0.85) ? dice.pick(tokens) : shortText(dice))).join('')
  }
}

/** How often a piece has to stand to reach a length near an edge; mostly a near one, since far ones take their time. */
function blowUp(dice: Dice, length: number): number {
  const most = dice.chance(0.9) ? 8_300 : longestText
  return Math.max(2, Math.ceil(edgeLength(dice, most) / length))
}

function otherNumber(dice: Dice, text: string): string {
  const found = [...text.matchAll(/\d+/g)]
  if (found.length === 0) return text + numberLike(dice)
  const one = dice.pick(found)
  const digits = one[0]
  const others = [`0${digits}`, `-${digits}`, `${digits}0`, `${digits}.0`, `${digits}e1`, digits.slice(1), numberLike(dice)]
  const near = digits.length <= 40 ? [String(BigInt(digits) + 1n), String(BigInt(digits) - 1n)] : []
  return text.slice(0, one.index) + dice.pick([...others, ...near]) + text.slice(one.index + digits.length)
}
