import type { Hex } from '../../shared/bytes.ts'

/** Reads the data of an event as ABI words. A missing word reads as null. */
export interface EventWords {
  uint(index: number): bigint | null
  /** Two's complement. */
  int(index: number): bigint | null
  word(index: number): Hex | null
  bytes(index: number): Uint8Array | null
  /** UTF-8; also null when it is longer than `maxBytes`. A NUL, which PostgreSQL refuses, becomes U+FFFD. */
  text(index: number, maxBytes: number): string | null
}

const digitsOfWord = 64

export function eventWords(data: Hex): EventWords {
  const digits = data.slice(2)

  function word(index: number): string | null {
    const found = digits.slice(index * digitsOfWord, (index + 1) * digitsOfWord)
    return found.length === digitsOfWord ? found : null
  }

  function uint(index: number): bigint | null {
    const found = word(index)
    return found === null ? null : BigInt(`0x${found}`)
  }

  function bytes(index: number): Uint8Array | null {
    const offset = uint(index)
    // Offsets count bytes; no encoder writes one that is not a multiple of a word.
    if (offset === null || offset % 32n !== 0n || offset > BigInt(digits.length)) return null
    const at = Number(offset / 32n)
    const length = uint(at)
    if (length === null || length * 2n > BigInt(digits.length)) return null
    const begin = (at + 1) * digitsOfWord
    const found = digits.slice(begin, begin + Number(length) * 2)
    return found.length === Number(length) * 2 ? Buffer.from(found, 'hex') : null
  }

  return {
    uint,
    int(index) {
      const found = uint(index)
      return found === null ? null : BigInt.asIntN(256, found)
    },
    word(index) {
      const found = word(index)
      return found === null ? null : `0x${found}`
    },
    bytes,
    text(index, maxBytes) {
      const found = bytes(index)
      return found === null || found.length > maxBytes ? null : Buffer.from(found).toString('utf8').replaceAll('\0', '\uFFFD')
    },
  }
}

/** The address in an indexed argument of an event. */
export function topicAddress(topic: Hex): Hex {
  return `0x${topic.slice(26)}`
}
