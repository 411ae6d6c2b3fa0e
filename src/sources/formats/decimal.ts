import { z } from 'zod'
import { parseUnits } from '../../shared/money.ts'

const plain = /^(?:0|[1-9]\d{0,17})(?:\.\d{1,18})?$/

/** Whether the text is a plain decimal above zero, as upstreams write prices: no sign, no exponent, not "NaN". */
function isPositiveDecimal(text: string): boolean {
  return plain.test(text) && /[1-9]/.test(text)
}

/** The same check as a schema. */
export const positiveDecimal = z.string().refine(isPositiveDecimal)

/** Decimal places of a rate in fixed point. */
export const rateDecimals = 18

/** A checked decimal string in fixed point with 18 decimal places. */
export function parseRate(text: string): bigint {
  return parseUnits(text, rateDecimals)
}

/** Longer numbers are refused: no real figure needs them. */
const maxDigits = 36

/**
 * Converts a number from JSON or text, perhaps with an exponent, to a plain decimal string ("-0.00005").
 * Null for anything but a number.
 */
export function plainDecimal(given: number | string): string | null {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(0|[1-9]\d{0,20})(?:\.(\d{1,24}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(String(given)) ?? []
  if (whole === '') return null
  const point = whole.length + Number(exponent)
  const digits = whole + fraction
  const padded = digits.padStart(digits.length + Math.max(0, 1 - point), '0').padEnd(point, '0')
  const integers = padded.slice(0, Math.max(1, point)).replace(/^0+(?=\d)/, '')
  const decimals = padded.slice(Math.max(1, point))
  if (integers.length + decimals.length > maxDigits) return null
  const isZero = /^0*$/.test(integers + decimals)
  return (isZero ? '' : sign) + integers + (decimals === '' ? '' : `.${decimals}`)
}

/** A plain decimal, perhaps negative, in fixed point. @throws AmountError for more decimal places. */
export function parseSigned(text: string, decimals: number): bigint {
  return text.startsWith('-') ? -parseUnits(text.slice(1), decimals) : parseUnits(text, decimals)
}
