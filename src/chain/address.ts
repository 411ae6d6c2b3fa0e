import type { Hex } from '../shared/bytes.ts'
import { keccak256 } from './keccak.ts'

/** Whether the text is 0x and 40 hex digits, in any case. */
export function isAddress(text: string): text is Hex {
  return /^0x[0-9a-fA-F]{40}$/.test(text)
}

/** Compares addresses without case. */
export function sameAddress(one: string, other: string): boolean {
  return one === other || one.toLowerCase() === other.toLowerCase()
}

/** The mixed-case form of an address (EIP-55). */
export function checksumAddress(address: Hex): Hex {
  const lower = address.slice(2).toLowerCase()
  const hash = keccak256(Buffer.from(lower, 'ascii'))
  let checksummed = '0x'
  for (let at = 0; at < lower.length; at++) {
    const nibble = ((hash[at >> 1] ?? 0) >> (at % 2 === 0 ? 4 : 0)) & 15
    checksummed += nibble >= 8 ? lower.charAt(at).toUpperCase() : lower.charAt(at)
  }
  return checksummed as Hex
}
