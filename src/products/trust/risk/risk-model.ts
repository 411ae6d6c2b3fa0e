import { usd } from '../../../shared/money.ts'

/** Changes with every change that can change a risk score. */
export const riskModelVersion = 'risk-1'

/** What each signal adds to the risk score when it is found. The sum is cut at 100. */
export const riskPoints = {
  sanctioned: 100,
  usdc_blacklisted: 100,
  mixer: 50,
  mixer_one_hop: 20,
  first_seen_today: 20,
  first_seen_this_week: 10,
  burst: 15,
  fan_out: 15,
  drain: 20,
  look_alikes: 10,
  single_funder: 5,
  failed_payments: 15,
} as const

export type SignalName = keyof typeof riskPoints

/** From the lowest to the highest: a score from `from` on. */
export const riskLevels = [
  { level: 'low', from: 0 },
  { level: 'medium', from: 25 },
  { level: 'high', from: 50 },
  { level: 'critical', from: 75 },
] as const

export type RiskLevel = (typeof riskLevels)[number]['level']

/** Where each signal begins. Amounts in USDC base units. */
export const riskLimits = {
  /** Behaviour that was not found is only told as such where at least so many days of transfers were read. */
  daysRead: 7,
  /** How far back transfers are read, in days. */
  daysWished: 30,
  burst: { transfers: 20, timesTheMean: 10 },
  fanOut: { counterparties: 50 },
  drain: { percent: 95, seconds: 600, times: 3, least: usd('1') },
  singleFunder: { percent: 90 },
  failedPayments: { percent: 20, payments: 5 },
  /** Below that, times between payments are as regular as a machine's. It adds nothing: agents are machines. */
  regular: { cv: 0.2, transfers: 5 },
  /** Of the counterparties, the newest ones, that are looked up among those of mixers. */
  hops: 50,
} as const
