import { weightedSum, withoutSeparators } from './check-digits.ts'

/** A Polish tax number in ten digits; null if it can't be one. */
export function normaliseNip(text: string): string | null {
  const digits = withoutSeparators(text).replace(/^PL(?=\d)/, '')
  if (!/^\d{10}$/.test(digits)) return null
  return weightedSum(digits, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(digits[9]) ? digits : null
}
