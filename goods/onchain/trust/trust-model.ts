import { usd } from '../../../src/goods/door.ts'

/** Changes with every change that can change a score. */
export const modelVersion = 'kya-2'

/** The points that each part of each component gives at most: 100 in all. */
export const weights = {
  age: { days: 15 },
  activity: { transactions: 10, networks: 5 },
  sanctions: { lists: 12, onchain: 8 },
  identity: { registered: 10, file: 4, domain: 3, reputation: 3 },
  operator: { confirmed: 10, name: 5, domain: 5 },
  history: { settled: 5 },
  bond: { balance: 5 },
} as const satisfies Readonly<Record<string, Readonly<Record<string, number>>>>

export type ComponentName = keyof typeof weights

/** The values from which on a part gives all its points. */
export const scales = {
  days: 365,
  transactions: 999,
  networks: 3,
  payments: 99,
  /** In USDC base units. */
  bond: usd('1000'),
  /** These reviews are added to those of every agent, so that a few good reviews change little. */
  assumedReviews: { count: 5, value: 50 },
} as const

/** No score is above these, whatever its points: of an address that deceives others, and of one that dealt with a mixer. */
export const caps = { fraud: 15, mixer: 35 } as const

export const gateDays = { Verified: 7, Trusted: 90 } as const

/** From the lowest to the highest. The amounts are what to entrust to such an agent, in USDC base units; null is without limit. */
export const tiers = [
  { tier: 'Open', from: 0, perTransaction: usd('1'), perDay: usd('10') },
  { tier: 'Verified', from: 20, perTransaction: usd('1000'), perDay: usd('5000') },
  { tier: 'Trusted', from: 50, perTransaction: usd('10000'), perDay: usd('50000') },
  { tier: 'Enterprise', from: 80, perTransaction: null, perDay: null },
] as const

export type Tier = (typeof tiers)[number]['tier']
