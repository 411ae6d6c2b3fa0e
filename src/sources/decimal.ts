import { z } from 'zod'
import { parseUnits } from '../shared/money.ts'

const plain = /^(?:0|[1-9]\d{0,17})(?:\.\d{1,18})?$/

/** Whether it is a plain decimal above zero, as upstreams write prices: neither signs nor exponents, nor "NaN". */
export function isPositiveDecimal(text: string): boolean {
  return plain.test(text) && /[1-9]/.test(text)
}

/** The same as a schema. */
export const positiveDecimal = z.string().refine(isPositiveDecimal)

/** Places of a rate in fixed point. */
export const rateDecimals = 18

/** A checked decimal string in fixed point with 18 places. */
export function parseRate(text: string): bigint {
  return parseUnits(text, rateDecimals)
}

/** Longer numbers than that are no figures of this world. */
const longest = 36

/**
 * A number as upstreams write it, in JSON or as text, perhaps with an exponent, as a plain decimal string ("-0.00005").
 * Null for what is no number.
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
  if (integers.length + decimals.length > longest) return null
  const isZero = /^0*$/.test(integers + decimals)
  return (isZero ? '' : sign) + integers + (decimals === '' ? '' : `.${decimals}`)
}

/** A plain decimal with or without a sign in fixed point. @throws AmountError for more places than that. */
export function parseSigned(text: string, decimals: number): bigint {
  return text.startsWith('-') ? -parseUnits(text.slice(1), decimals) : parseUnits(text, decimals)
}
