import { checksumAddress, type Hex } from '../../../src/goods/kit/evm.ts'
import { plainText } from '../../../src/goods/kit/worker-side.ts'
import { addressAt, countAt, FieldFault, uintAt } from '../../../src/goods/kit/payments.ts'
import type { Fault, FaultCode } from './fault-table.ts'

const maxReceived = 80
const decimalText = /^\s*\$?\s*\d+(?:\.\d+)\s*$|^\s*\$\s*\d+\s*$/

/** Reads the members of one offer. A member that can't be read is null, and its fault is kept. */
export interface OfferReader {
  readonly faults: Fault[]
  add(code: FaultCode, member: string | null, received?: unknown): void
  /** What `read` returns; null where it throws a FieldFault. */
  take<T>(read: () => T): T | null
  /** A text of at most `maxLength` characters, cleaned; null where it is missing or no text. */
  text(value: unknown, maxLength: number): string | null
  /** Base units. */
  amount(value: unknown, member: string): bigint | null
  asset(value: unknown, member: string): Hex | null
  /** As written. */
  payee(value: unknown, member: string): string | null
  /** Seconds. */
  timeout(value: unknown, member: string): number | null
}

/** @param at where the offer stands, such as `accepts[0]` */
export function createOfferReader(at: string): OfferReader {
  const faults: Fault[] = []
  const place = (member: string | null) => (member === null ? at : `${at}.${member}`)

  function add(code: FaultCode, member: string | null, received?: unknown): void {
    faults.push({ code, field: place(member), received: receivedText(received) })
  }

  function take<T>(read: () => T): T | null {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof FieldFault)) throw error
      faults.push({ code: 'entry_malformed', field: error.field, received: receivedText(error.received) })
      return null
    }
  }

  return {
    faults,
    add,
    take,
    text: (value, maxLength) => (typeof value === 'string' ? plainText(value, maxLength) || null : null),
    amount(value, member) {
      const isPrice = typeof value === 'number' ? !Number.isInteger(value) : typeof value === 'string' && decimalText.test(value)
      if (isPrice) {
        add('amount_not_base_units', member, value)
        return null
      }
      return take(() => uintAt(value, place(member)))
    },
    asset: (value, member) => take(() => addressAt(value, place(member))),
    payee(value, member) {
      const address = take(() => addressAt(value, place(member)))
      if (address === null || typeof value !== 'string') return null
      const digits = value.slice(2)
      const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
      if (!oneCase && checksumAddress(address) !== `0x${digits}`) add('payee_checksum', member, value)
      return value
    },
    timeout: (value, member) => take(() => countAt(value, place(member))),
  }
}

/** Short and cleaned, since it goes to the caller; null where nothing was received. */
export function receivedText(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text =
    typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'bigint' ? String(value) : JSON.stringify(value)
  return plainText(text.slice(0, 4 * maxReceived), maxReceived)
}
