import type { Hex } from '../../../src/goods/kit/evm.ts'
import { fromHex, isHex, toHex } from '../../../src/goods/kit/rpc.ts'

/** Outsiders write what contracts return, so every decoder here returns null for data of another form and never throws. */

/** The first 32-byte word as an integer. */
export function decodeUint(data: Hex): bigint | null {
  return isHex(data) && data.length >= 66 ? BigInt(data.slice(0, 66)) : null
}

/** An address in the first word; null when its upper 12 bytes are not zero. The zero address is an address. */
export function decodeAddress(data: Hex): Hex | null {
  const value = decodeUint(data)
  if (value === null || value >= 1n << 160n) return null
  return `0x${value.toString(16).padStart(40, '0')}`
}

/** The address in a storage slot; null for an empty slot and for data that is not an address. Nodes may leave out leading zeros. */
export function addressInSlot(slot: string): Hex | null {
  if (!/^0x[0-9a-fA-F]{1,64}$/.test(slot)) return null
  const value = BigInt(slot)
  if (value === 0n || value >= 1n << 160n) return null
  return `0x${value.toString(16).padStart(40, '0')}`
}

/** The bytes of a returned `string`, or of the `bytes32` that some old tokens return instead. */
export function decodeStringBytes(data: Hex): Uint8Array | null {
  if (!isHex(data)) return null
  const all = fromHex(data)
  if (all.length === 32) return withoutTrailingZeros(all)
  const offset = indexAt(all, 0)
  if (offset === null) return null
  const length = indexAt(all, offset)
  if (length === null || offset + 32 + length > all.length) return null
  return all.subarray(offset + 32, offset + 32 + length)
}

/** The word at `position` as an index into the data; null when either is out of range. */
function indexAt(all: Uint8Array, position: number): number | null {
  if (position + 32 > all.length) return null
  const value = BigInt(toHex(all.subarray(position, position + 32)))
  return value <= BigInt(all.length) ? Number(value) : null
}

function withoutTrailingZeros(bytes: Uint8Array): Uint8Array {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0) end--
  return bytes.subarray(0, end)
}
