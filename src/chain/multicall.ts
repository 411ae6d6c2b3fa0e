import type { Hex } from '../shared/bytes.ts'
import { addressDigits, bytesDigits, selectors, uintDigits } from './abi.ts'

/** The address of Multicall3 on every chain that has it. */
export const multicall3: Hex = '0xcA11bde05977b3631167028862bE2a173976CA11'

// allowFailure = true, and the offset of the data: three words.
const allowed = uintDigits(1n) + uintDigits(96n)

/** One call of an `aggregate3`, as hex digits: a tuple with a dynamic member, of target, allowFailure, offset of the data, the data. */
export function aggregate3Element(target: Hex, data: Hex): string {
  return addressDigits(target) + allowed + bytesDigits(data)
}

/** Calldata of `aggregate3` in which each call may fail without the others. @param elements from `aggregate3Element` */
export function encodeAggregate3(elements: readonly string[]): Hex {
  let offset = BigInt(elements.length) * 32n
  let offsets = ''
  for (const element of elements) {
    offsets += uintDigits(offset)
    offset += BigInt(element.length / 2)
  }
  return `${selectors.aggregate3}${uintDigits(32n)}${uintDigits(BigInt(elements.length))}${offsets}${elements.join('')}`
}

/**
 * What the calls of an `aggregate3` returned, as hex digits, null for one that failed; null when the data does not have that form.
 * @param count of the calls
 */
export function decodeAggregate3(data: Hex, count: number): (string | null)[] | null {
  const words = data.slice(2)
  /** The number in the word at a byte; NaN outside of the data, and for one that no data is long enough for. */
  const numberAt = (byte: number): number => {
    const digits = words.slice(byte * 2, byte * 2 + 64)
    return digits.length === 64 && digits.startsWith('0'.repeat(54)) ? Number.parseInt(digits.slice(54), 16) : Number.NaN
  }
  if (numberAt(0) !== 32 || numberAt(32) !== count) return null
  const returned: (string | null)[] = []
  for (let index = 0; index < count; index++) {
    const element = 64 + numberAt(64 + index * 32)
    const [flag, bytes] = [numberAt(element), element + numberAt(element + 32)]
    const start = (bytes + 32) * 2
    const end = start + numberAt(bytes) * 2
    if ((flag !== 0 && flag !== 1) || !(end <= words.length)) return null
    returned.push(flag === 1 ? words.slice(start, end) : null)
  }
  return returned
}

/**
 * The success flags that `aggregate3` returned for `count` calls; null when the data does not have that form.
 * The return values of the calls are not read.
 */
export function decodeAggregate3Successes(data: Hex, count: number): boolean[] | null {
  const words = data.slice(2)
  const wordAt = (byte: number): bigint | null => {
    const digits = words.slice(byte * 2, byte * 2 + 64)
    return digits.length === 64 ? BigInt(`0x${digits}`) : null
  }
  if (wordAt(0) !== 32n || wordAt(32) !== BigInt(count)) return null
  const successes: boolean[] = []
  for (let index = 0; index < count; index++) {
    const offset = wordAt(64 + index * 32)
    if (offset === null || offset > BigInt(words.length)) return null
    const flag = wordAt(64 + Number(offset))
    if (flag !== 0n && flag !== 1n) return null
    successes.push(flag === 1n)
  }
  return successes
}
