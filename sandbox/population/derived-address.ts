import { getAddress, keccak256, stringToHex } from 'viem'
import type { Hex } from '../../src/shared/bytes.ts'

/** The address of an inhabitant: the same in every sandbox, without a known key. */
export function derivedAddress(key: string): Hex {
  return getAddress(`0x${keccak256(stringToHex(`farthing sandbox, inhabitant ${key}`)).slice(-40)}`)
}

/** `crowd-1` and so on. */
export function derivedCrowd(key: string, count: number): Hex[] {
  return Array.from({ length: count }, (_, index) => derivedAddress(`${key}-${index + 1}`))
}

/** An address with the same beginning and end as another one. */
export function lookAlike(address: Hex): Hex {
  const middle = derivedAddress(`look-alike of ${address.toLowerCase()}`).slice(6, -4)
  return getAddress(`${address.slice(0, 6).toLowerCase()}${middle.toLowerCase()}${address.slice(-4).toLowerCase()}` as Hex)
}
