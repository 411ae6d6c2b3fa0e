import { concatHex, keccak256, numberToHex, padHex } from 'viem'
import type { Hex } from '../../src/shared/bytes.ts'

/** Storage slot of an address in the mapping at `position`. */
export function mappingSlot(account: Hex, position: number): Hex {
  return keccak256(concatHex([padHex(account, { size: 32 }), numberToHex(position, { size: 32 })]))
}

/** The same for a mapping of mappings. */
export function nestedMappingSlot(outer: Hex, inner: Hex, position: number): Hex {
  return keccak256(concatHex([padHex(inner, { size: 32 }), mappingSlot(outer, position)]))
}

export function slot(position: number): Hex {
  return numberToHex(position, { size: 32 })
}

export function addressWord(account: Hex): Hex {
  return padHex(account, { size: 32 })
}
