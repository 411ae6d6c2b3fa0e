import { z } from 'zod'
import { parseUnits } from '../shared/money.ts'

/** A plain non-negative decimal as upstreams write prices. Neither signs nor exponents, nor "NaN". */
const decimalText = z.string().regex(/^(?:0|[1-9]\d{0,17})(?:\.\d{1,18})?$/)

/** The same above zero. */
export const positiveDecimal = decimalText.refine((text) => /[1-9]/.test(text))

/** Places of a rate in fixed point. */
export const rateDecimals = 18

/** A checked decimal string in fixed point with 18 places. */
export function parseRate(text: string): bigint {
  return parseUnits(text, rateDecimals)
}
