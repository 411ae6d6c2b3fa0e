/** USDC has six decimals on every network that we support. */
export const usdcDecimals = 6

export class AmountError extends Error {}

/**
 * Base units of a plain decimal string ("0.0075" with 6 decimals is 7500n).
 * Refuses signs, exponents, blanks and more decimal places than the unit has. Never rounds.
 */
export function parseUnits(text: string, decimals: number): bigint {
  const match = /^(0|[1-9]\d{0,59})(?:\.(\d{1,60}))?$/.exec(text)
  if (!match) throw new AmountError(`not a plain decimal number: expected digits with at most ${decimals} decimal places`)
  const whole = match[1] ?? '0'
  const fraction = match[2] ?? ''
  if (fraction.length > decimals) throw new AmountError(`too many decimal places: at most ${decimals}`)
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/** The shortest decimal string of base units (7500n with 6 decimals is "0.0075"). */
export function formatUnits(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return sign + whole + (fraction === '' ? '' : `.${fraction}`)
}

/** USDC base units of a price in dollars. @throws AmountError for a price with more than six decimal places */
export function usd(price: string): bigint {
  return parseUnits(price, usdcDecimals)
}

/** Dollars of USDC base units, as a decimal string. */
export function formatUsd(units: bigint): string {
  return formatUnits(units, usdcDecimals)
}

/** Integer division rounded towards positive infinity; both operands non-negative. */
export function divideUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator
}
