import { AmountError, parseUnits, usdcDecimals } from '../../shared/money.ts'
import { FieldFault, uintAt } from '../wire/fields.ts'
import { NumberText } from './inner-json.ts'

const decimalText = /^(?:0|[1-9][0-9]{0,59})\.[0-9]{1,60}$/
/** Greater than the time of any payment in seconds, and smaller than that of any in milliseconds. */
const firstMilliseconds = 100_000_000_000
const isoText = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/

/** Base units of an amount, which is a string or a number: in USDC if it has a decimal point, otherwise in base units. */
export function amountAt(value: unknown, field: string): bigint {
  const text = textOf(value)
  try {
    return decimalText.test(text ?? '') ? parseUnits(text ?? '', usdcDecimals) : uintAt(text, field)
  } catch (error) {
    if (!(error instanceof FieldFault) && !(error instanceof AmountError)) throw error
    throw new FieldFault(field, 'USDC with a decimal point and at most 6 places, or base units without one', plain(value))
  }
}

/** Unix seconds of a time in seconds, in milliseconds or in ISO 8601 with its zone. */
export function timestampAt(value: unknown, field: string): number {
  const text = textOf(value) ?? ''
  const seconds = isoText.test(text) ? Date.parse(text) / 1000 : /^[0-9]{1,15}(?:\.[0-9]{1,9})?$/.test(text) ? inSeconds(Number(text)) : NaN
  if (Number.isNaN(seconds)) throw new FieldFault(field, 'the time of the payment in Unix seconds', plain(value))
  return Math.floor(seconds)
}

function inSeconds(time: number): number {
  return time < firstMilliseconds ? time : time / 1000
}

function textOf(value: unknown): string | null {
  return value instanceof NumberText ? value.text : typeof value === 'string' ? value : null
}

function plain(value: unknown): unknown {
  return value instanceof NumberText ? Number(value.text) : value
}
