import type { Observed, PerNetwork } from '../addresses/observed.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import { usd } from '../../../src/shared/money.ts'
import type { Counterparty, WalletObservations } from './wallet-observations.ts'

type Maybe<T> = T | 'unknown'

/** Observations of a wallet in a short form. Amounts in dollars, and in wei for the coin that pays for gas. */
export interface WalletNotes {
  /** Null: it never did anything. */
  readonly days: Maybe<number | null>
  readonly transactions: Readonly<Record<string, Maybe<number>>>
  /** Payments that it only signed. */
  readonly signed: Readonly<Record<string, Maybe<number>>>
  readonly onSanctionsList: Maybe<boolean>
  readonly blacklisted: Readonly<Record<string, Maybe<boolean>>>
  readonly usdc: Readonly<Record<string, Maybe<string>>>
  readonly gas: Readonly<Record<string, Maybe<number>>>
  /** Dollars moved with each counterparty, by network. */
  readonly moved: Readonly<Record<string, Maybe<Readonly<Record<string, string>>>>>
  readonly cutShort: readonly string[]
  /** The counterparties that are mixers. */
  readonly mixers: readonly string[]
  /** It sent dust to imitate others. */
  readonly poisoning: Maybe<boolean>
}

/** A wallet that never did anything, observed completely. */
export const blankWallet: WalletNotes = {
  days: null,
  transactions: { base: 0, ethereum: 0, polygon: 0 },
  signed: { base: 0, ethereum: 0, polygon: 0 },
  onSanctionsList: false,
  blacklisted: { base: false, ethereum: false, polygon: false },
  usdc: { base: '0', ethereum: '0', polygon: '0' },
  gas: { base: 0, ethereum: 0, polygon: 0 },
  moved: { base: {}, ethereum: {}, polygon: {} },
  cutShort: [],
  mixers: [],
  poisoning: false,
}

const nowhere = { base: 'unknown', ethereum: 'unknown', polygon: 'unknown' } as const

export const unobservedWallet: WalletNotes = {
  days: 'unknown',
  transactions: nowhere,
  signed: nowhere,
  onSanctionsList: 'unknown',
  blacklisted: nowhere,
  usdc: nowhere,
  gas: nowhere,
  moved: nowhere,
  cutShort: [],
  mixers: [],
  poisoning: 'unknown',
}

const observedAt = Date.UTC(2026, 10, 22)

export function walletObservationsOf(notes: WalletNotes): WalletObservations {
  const seen = <In, Out>(value: Maybe<In>, source: string, read: (value: In) => Out): Observed<Out> =>
    value === 'unknown' ? { state: 'unknown', reason: 'network_down' } : { state: 'observed', value: read(value), source, observedAt }
  const each = <In, Out>(all: Readonly<Record<string, Maybe<In>>>, read: (value: In, network: string) => Out): PerNetwork<Out> =>
    Object.fromEntries(Object.entries(all).map(([network, value]) => [network, seen(value, network, (one: In) => read(one, network))]))
  return {
    age: seen(notes.days, 'base', (days) => ({ days, atLeast: false })),
    transactions: each(notes.transactions, (count) => count),
    authorizations: each(notes.signed, (count) => count),
    conduct: {
      poisoning: seen(notes.poisoning, 'transfers', (found) => (found ? { detail: 'sent dust', transfers: [] } : null)),
      circles: seen(false, 'transfers', () => null),
      unsellableToken: seen(false, 'transfers', () => null),
    },
    sanctions: {
      lists: seen(notes.onSanctionsList, 'sanctions-lists', (listed) => listed),
      entries: [],
      blacklistings: {},
      blacklist: each(notes.blacklisted, (listed) => listed),
      oracle: {},
    },
    usdc: each(notes.usdc, usd),
    native: each(notes.gas, BigInt),
    dealings: each(notes.moved, (others, network) => ({
      counterparties: Object.entries(others).map(([name, amount]) => counterparty(name, amount, notes.mixers.includes(name))),
      cut: notes.cutShort.includes(network),
    })),
  }
}

/** The same name gives the same address. */
export function counterparty(name: string, dollars: string, mixer = false): Counterparty {
  const address: Hex = `0x${Buffer.from(name).toString('hex').padStart(40, '0').slice(-40)}`
  return { address, networks: ['eip155:8453'], transfers: 1, received: 0n, sent: usd(dollars), mixer }
}
