import { divideUp } from '../../../src/goods/kit/answers.ts'

export interface OfframpFees {
  /** Of the gross amount. */
  readonly basisPoints: bigint
  /** Per payment, in euro cents. */
  readonly fixedEurCents: bigint
}

/** The result of a sale of USDC. EUR in cents, USDC in base units. */
export interface OfframpQuote {
  /** The USDC at the rate, rounded down to the cent. */
  readonly grossEurCents: bigint
  /** All fees together, rounded up to the cent. */
  readonly feeEurCents: bigint
  /** The same fees in USDC at the same rate, rounded up to the base unit. */
  readonly feeUsdc: bigint
  /** gross - fee, exactly. */
  readonly netEurCents: bigint
}

/** EUR cents of a USDC base unit at a rate with eight places: 6 + 8 - 2 places. */
const scale = 10n ** 12n

/**
 * The arithmetic of an estimate. Each rounding is against the beneficiary, so that an estimate never promises more than
 * is paid out. `gross = fee + net` always holds.
 * @param usdc base units. @param rate EUR for one USDC, fixed point with eight places.
 * @returns null when the fees leave nothing to pay out.
 */
export function quote(usdc: bigint, rate: bigint, fees: OfframpFees): OfframpQuote | null {
  const grossEurCents = (usdc * rate) / scale
  const feeEurCents = divideUp(grossEurCents * fees.basisPoints, 10_000n) + fees.fixedEurCents
  const netEurCents = grossEurCents - feeEurCents
  if (netEurCents <= 0n) return null
  return { grossEurCents, feeEurCents, feeUsdc: divideUp(feeEurCents * scale, rate), netEurCents }
}

/**
 * What a sale costs against the mid rate, in basis points with two decimal places, rounded up. Below zero where the only venue
 * that takes the amount pays more than the mid of all.
 * @param usdc base units. @param mid EUR for one USDC, fixed point with eight places. @param netEurCents what is paid out.
 */
export function costBps(usdc: bigint, mid: bigint, netEurCents: bigint): number {
  const worth = usdc * mid
  const cost = (worth - netEurCents * scale) * 1_000_000n
  return Number(cost > 0n ? divideUp(cost, worth) : cost / worth) / 100
}

/** Euro, always with two decimal places: 8531n is "85.31". */
export function formatEur(cents: bigint): string {
  return `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`
}
