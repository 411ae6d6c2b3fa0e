import { usd } from '../../../src/goods/door.ts'

/** Changes with every change that can change a score. */
export const walletModel = 'wallet-2'

/** The points that each part of each component gives at most: 100 in all. */
export const walletWeights = {
  age: { days: 15 },
  activity: { transactions: 10, networks: 5 },
  sanctions: { lists: 12, onchain: 8 },
  balances: { usdc: 15, gas: 5 },
  counterparties: { number: 15 },
  concentration: { spread: 15 },
} as const satisfies Readonly<Record<string, Readonly<Record<string, number>>>>

export type WalletComponentName = keyof typeof walletWeights

/** The values from which on a part gives all its points. */
export const walletScales = {
  days: 365,
  transactions: 999,
  networks: 3,
  /** In USDC base units. */
  usdc: usd('10000'),
  counterparties: 49,
} as const

/**
 * The highest scores of a wallet that deceives others, of one that dealt with a mixer, and of one that is not known for a week. The
 * last cap exists because everything but age can be made in an afternoon.
 */
export const walletCaps = { fraud: 15, mixer: 35, age: 40 } as const

export const knownDays = 7
