import type { Dice } from '../dice.ts'

/**
 * A value like this one in which one or two texts say something else in the same form: other digits of a hex text,
 * another number, another network. Nothing is wrong with its form, so it comes as far as what it says is checked.
 */
export function saysOtherwise(dice: Dice, value: unknown): unknown {
  const changed = structuredClone(value)
  const texts = textsIn(changed)
  for (let round = dice.pick([1, 1, 2]); round > 0 && texts.length > 0; round--) {
    const { holder, name, text } = dice.pick(texts)
    holder[name] = otherText(dice, text)
  }
  return changed
}

interface Place {
  readonly holder: Record<string, unknown>
  readonly name: string
  readonly text: string
}

function textsIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]): Place[] =>
    typeof member === 'string' ? [{ holder: value as Record<string, unknown>, name, text: member }] : textsIn(member),
  )
}

const networks = ['eip155:8453', 'eip155:1', 'eip155:137', 'eip155:42161', 'eip155:10', 'eip155:1187947933', 'eip155:999']

function otherText(dice: Dice, text: string): string {
  if (/^0x[0-9a-fA-F]+$/.test(text)) return otherDigits(dice, text)
  if (/^\d+$/.test(text))
    return String(dice.pick([0n, 1n, BigInt(text) + 1n, BigInt(text) - 1n, BigInt(text) * 2n, 150_000n, 7_500n, 2n ** 256n - 1n]))
  if (/^eip155:\d+$/.test(text)) return dice.pick(networks)
  return text.replace(/eip155:\d+/, () => dice.pick(networks))
}

/** As long as before; the last digits of a signature say by which of two points it was made. */
function otherDigits(dice: Dice, text: string): string {
  if (dice.chance(0.15)) return `${text.slice(0, -2)}${dice.pick(['00', '01', '1b', '1c', 'ff'])}`
  const at = dice.between(2, text.length - 1)
  const width = dice.pick([1, 1, 8, 64])
  const other = Array.from({ length: Math.min(width, text.length - at) }, () => dice.below(16).toString(16)).join('')
  return text.slice(0, at) + other + text.slice(at + width)
}
