import type { SeededRandom } from '../seeded-random.ts'

/**
 * A copy of a value with one or two texts changed within their form: other digits of a hex text, another number, another network. Its
 * form is valid, so it reaches the checks of its content.
 */
export function saysOtherwise(random: SeededRandom, value: unknown): unknown {
  const changed = structuredClone(value)
  const texts = textsIn(changed)
  for (let round = random.pick([1, 1, 2]); round > 0 && texts.length > 0; round--) {
    const { holder, name, text } = random.pick(texts)
    holder[name] = otherText(random, text)
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

function otherText(random: SeededRandom, text: string): string {
  if (/^0x[0-9a-fA-F]+$/.test(text)) return otherDigits(random, text)
  if (/^\d+$/.test(text))
    return String(random.pick([0n, 1n, BigInt(text) + 1n, BigInt(text) - 1n, BigInt(text) * 2n, 150_000n, 7_500n, 2n ** 256n - 1n]))
  if (/^eip155:\d+$/.test(text)) return random.pick(networks)
  return text.replace(/eip155:\d+/, () => random.pick(networks))
}

/** Has the same length; the last digits of a signature select one of two points. */
function otherDigits(random: SeededRandom, text: string): string {
  if (random.chance(0.15)) return `${text.slice(0, -2)}${random.pick(['00', '01', '1b', '1c', 'ff'])}`
  const at = random.between(2, text.length - 1)
  const width = random.pick([1, 1, 8, 64])
  const other = Array.from({ length: Math.min(width, text.length - at) }, () => random.below(16).toString(16)).join('')
  return text.slice(0, at) + other + text.slice(at + width)
}
