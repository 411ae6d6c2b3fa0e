import type { Cell, PostgresValue } from '../store.ts'

/** The types whose arrays a statement may take, and their numbers in the catalog of every PostgreSQL. */
const typeNumbers = { text: 25, int8: 20, bytea: 17 } as const

export type ArrayType = keyof typeof typeNumbers

export function isArrayType(name: string | undefined): name is ArrayType {
  return name !== undefined && Object.hasOwn(typeNumbers, name)
}

/** Bytes before the items: dimensions, whether there are nulls, the type, the length, and the number of the first item. */
const headBytes = 20
/** Bytes before each item, with its length; -1 for null. */
const lengthBytes = 4

/** @throws TypeError where the value `name` can't be an item of an array of that type */
export function checkItem(name: string, type: ArrayType | undefined, value: PostgresValue): void {
  if (value === null && type !== undefined) return
  if (type === 'text' && typeof value === 'string') return
  if (type === 'int8' && typeof value === 'bigint' && BigInt.asIntN(64, value) === value) return
  if (type === 'bytea' && value instanceof Uint8Array) return
  throw new TypeError(`:${name} is not an item of an array of ${type ?? 'a known type'}`)
}

/** Cells of one type as an array in PostgreSQL's binary form, which the server reads without parsing text. */
export function binaryArray(type: ArrayType, cells: readonly Cell[]): Buffer {
  let size = headBytes
  for (const cell of cells) size += lengthBytes + byteLengthOf(cell)
  const buffer = Buffer.allocUnsafe(size)
  buffer.writeInt32BE(1, 0)
  buffer.writeInt32BE(cells.includes(null) ? 1 : 0, 4)
  buffer.writeInt32BE(typeNumbers[type], 8)
  buffer.writeInt32BE(cells.length, 12)
  buffer.writeInt32BE(1, 16)
  let at = headBytes
  for (const cell of cells) at = writeItem(buffer, at, cell)
  return buffer
}

function byteLengthOf(cell: Cell): number {
  if (cell === null) return 0
  if (typeof cell === 'string') return Buffer.byteLength(cell)
  return typeof cell === 'bigint' ? 8 : cell.byteLength
}

/** Returns where the next item begins. */
function writeItem(buffer: Buffer, at: number, cell: Cell): number {
  const start = at + lengthBytes
  if (cell === null) return buffer.writeInt32BE(-1, at)
  let end: number
  if (typeof cell === 'bigint') end = buffer.writeBigInt64BE(cell, start)
  else if (typeof cell === 'string') end = start + buffer.write(cell, start)
  else {
    buffer.set(cell, start)
    end = start + cell.byteLength
  }
  buffer.writeInt32BE(end - start, at)
  return end
}
