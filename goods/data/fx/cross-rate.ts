import { formatUnits } from '../../../src/goods/kit/answers.ts'
import { parseRate } from '../../../src/goods/kit/http.ts'

/** Significant digits of a cross rate: far more than the published rates have. */
export const significantDigits = 12

/**
 * The value of one unit of the base currency in the quote currency, from the units of both for 1 EUR. It is exact if the base is
 * the euro. Otherwise it is the quotient, rounded to 12 significant digits, halves to the even digit.
 * @param basePerEur Plain decimals above zero, "1" for the euro itself.
 */
export function crossRate(basePerEur: string, quotePerEur: string): string {
  const base = parseRate(basePerEur)
  const quote = parseRate(quotePerEur)
  if (base === parseRate('1')) return quotePerEur
  return quotient(quote, base)
}

/**
 * What an amount of the base currency is in the quote currency, computed from the published figures and not from a rounded rate.
 * Rounded to the quote currency's minor unit (cents for most, whole yen), halves to the even digit.
 * @param amount A plain decimal. @param quote An ISO 4217 code.
 */
export function convert(amount: string, { basePerEur, quotePerEur }: { basePerEur: string; quotePerEur: string }, quote: string): string {
  const places = minorUnitOf(quote)
  // Both factors of the numerator have the scale of a rate, and the divisor has it once.
  const rounded = divideHalfEven(parseRate(amount) * parseRate(quotePerEur), parseRate(basePerEur) * parseRate('1'), places)
  return places === 0
    ? rounded.toString()
    : `${rounded / 10n ** BigInt(places)}.${(rounded % 10n ** BigInt(places)).toString().padStart(places, '0')}`
}

/** Decimal places of a currency's minor unit by ISO 4217; 2 for one that the runtime does not know. */
function minorUnitOf(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}

/** a / b as a plain decimal of 12 significant digits at most, for a and b above zero. */
function quotient(a: bigint, b: bigint): string {
  let places = significantDigits - 1 - magnitude(a, b)
  let rounded = divideHalfEven(a, b, places)
  // 9.99… rounds up to a number with one digit more, a zero.
  if (rounded.toString().length > significantDigits) rounded = divideHalfEven(a, b, --places)
  return places >= 0 ? formatUnits(rounded, places) : (rounded * 10n ** BigInt(-places)).toString()
}

/** The exponent of the first digit of a / b: 0 for 1 to 9.99…, -1 for 0.1 to 0.99… */
function magnitude(a: bigint, b: bigint): number {
  const guess = a.toString().length - b.toString().length
  const [left, right] = guess >= 0 ? [a, b * 10n ** BigInt(guess)] : [a * 10n ** BigInt(-guess), b]
  return left >= right ? guess : guess - 1
}

/** a / b in units of 10^-places. */
function divideHalfEven(a: bigint, b: bigint, places: number): bigint {
  const [numerator, denominator] = places >= 0 ? [a * 10n ** BigInt(places), b] : [a, b * 10n ** BigInt(-places)]
  const whole = numerator / denominator
  const twice = (numerator % denominator) * 2n
  const up = twice > denominator || (twice === denominator && whole % 2n === 1n)
  return up ? whole + 1n : whole
}
