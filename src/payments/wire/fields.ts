import { type Hex, isHex } from '../../shared/bytes.ts'

/** A member of a payload that is not what it must be. It names the kind of the value, and repeats 80 characters of it at most. */
export class FieldFault extends Error {
  readonly field: string
  readonly expected: string
  readonly received: string

  constructor(field: string, expected: string, value: unknown) {
    super('malformed field')
    this.field = field
    this.expected = expected
    this.received = describe(value)
  }
}

type Members = Readonly<Record<string, unknown>>

const uintText = /^(?:0|[1-9][0-9]{0,77})$/
const maxUint256 = (1n << 256n) - 1n

/** An own member: members of a prototype do not count. */
export function member(of: Members, name: string): unknown {
  return Object.hasOwn(of, name) ? of[name] : undefined
}

export function objectAt(value: unknown, field: string): Members {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new FieldFault(field, 'an object', value)
  return value as Members
}

export function stringAt(value: unknown, field: string, expected = 'a string'): string {
  if (typeof value !== 'string') throw new FieldFault(field, expected, value)
  return value
}

export function uintAt(value: unknown, field: string): bigint {
  if (typeof value !== 'string' || !uintText.test(value))
    throw new FieldFault(field, 'a string of decimal digits without sign, point or leading zeros', value)
  const number = BigInt(value)
  if (number > maxUint256) throw new FieldFault(field, 'a number below 2^256', value)
  return number
}

/** A lower-case address. */
export function addressAt(value: unknown, field: string): Hex {
  if (typeof value !== 'string' || value.length !== 42 || !isHex(value))
    throw new FieldFault(field, 'an address: 0x and 40 hex digits', value)
  return value.toLowerCase() as Hex
}

/** Lower-case hex of 32 bytes. */
export function bytes32At(value: unknown, field: string): Hex {
  if (typeof value !== 'string' || value.length !== 66 || !isHex(value))
    throw new FieldFault(field, '32 bytes: 0x and 64 hex digits', value)
  return value.toLowerCase() as Hex
}

/** Lower-case hex of `min` to `max` bytes. */
export function bytesAt(value: unknown, field: string, min: number, max: number): Hex {
  const fits = typeof value === 'string' && value.length >= 2 + 2 * min && value.length <= 2 + 2 * max && isHex(value)
  if (!fits) throw new FieldFault(field, `0x hex of ${min} to ${max} bytes`, value)
  return value.toLowerCase() as Hex
}

/** A JSON number that is a whole number from 1 up. */
export function countAt(value: unknown, field: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1)
    throw new FieldFault(field, 'a whole number (a JSON number, not a string)', value)
  return value
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'string') return value.length === 0 ? 'an empty string' : `the string ${clip(value)}`
  return `the ${typeof value} ${JSON.stringify(value)}`
}

/** Printable ASCII only, and short, since it is sent back to the client. */
function clip(text: string): string {
  const printable = text.slice(0, 80).replace(/[^\x20-\x7e]/g, '?')
  return text.length > 80 ? `"${printable}…" of ${text.length} characters` : `"${printable}"`
}
