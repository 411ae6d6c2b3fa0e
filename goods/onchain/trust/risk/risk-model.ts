import { usd } from '../../../../src/goods/door.ts'

/** Changes with every change that can change a risk score. */
export const riskModelVersion = 'risk-2'

/** The points that each signal adds to the risk score when it is found. The sum is capped at 100. */
export const riskPoints = {
  sanctioned: 100,
  usdc_blacklisted: 100,
  mixer: 50,
  mixer_one_hop: 20,
  address_poisoning: 60,
  unsellable_token: 60,
  circular_transfers: 30,
  first_seen_today: 20,
  first_seen_this_week: 10,
  burst: 15,
  fan_out: 15,
  drain: 20,
  single_funder: 5,
  failed_payments: 15,
} as const

export type SignalName = keyof typeof riskPoints

/** From the lowest to the highest. A level begins at the score `from`. */
export const riskLevels = [
  { level: 'low', from: 0 },
  { level: 'medium', from: 25 },
  { level: 'high', from: 50 },
  { level: 'critical', from: 75 },
] as const

/** `unknown` where too little is known to say that a risk is low. */
export type RiskLevel = (typeof riskLevels)[number]['level'] | 'unknown'

/** A risk is low only where at least this share of the signals could be looked for. */
export const minShareForLow = 0.75

/** The thresholds of the signals. Amounts in USDC base units. */
export const riskLimits = {
  /** Behaviour counts as not found only where at least so many days of transfers were read. */
  minDays: 7,
  /** Transfers are read back so many days at most. */
  maxDays: 30,
  burst: { transfers: 20, timesTheMean: 10 },
  fanOut: { counterparties: 50 },
  drain: { percent: 95, seconds: 600, times: 3, min: usd('1') },
  singleFunder: { percent: 90 },
  failedPayments: { percent: 20, payments: 5 },
  /** Below this, payments are as regular as a machine's. That adds no points, because agents are machines. */
  regular: { cv: 0.2, transfers: 5 },
  /** So many of the newest counterparties are checked for dealings with mixers. */
  hops: 50,
} as const

/** The time back to which behaviour must have been read before its absence is known. Unix seconds. */
export function neededSince(now: number): number {
  return now - riskLimits.minDays * 86_400
}
