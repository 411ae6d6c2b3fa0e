import type { Conduct, Sign } from '../addresses/conduct/conduct.ts'
import type { Observed, PerNetwork } from '../addresses/observed.ts'
import { usd } from '../../../src/shared/money.ts'
import type { Observations } from './observations.ts'

type Seen<T> = T | 'unknown'
type SeenPerNetwork<T> = Seen<Readonly<Record<string, Seen<T>>>>

/** Observations in a short form: plain values, `unknown` for what was not observed, and money in dollars. */
export interface Notes {
  /** Null: it never did anything. */
  readonly days: Seen<number | null>
  readonly transactions: SeenPerNetwork<number>
  /** Payments that it only signed. */
  readonly signed: SeenPerNetwork<number>
  readonly onSanctionsList: Seen<boolean>
  readonly blacklisted: SeenPerNetwork<boolean>
  readonly registered: Seen<boolean>
  readonly fileNamesAgent: Seen<boolean>
  readonly heldDays: Seen<number>
  readonly domainProven: Seen<boolean>
  readonly reviews: Seen<{ readonly count: number; readonly sum: number }>
  readonly operatorConfirmed: Seen<boolean>
  readonly ensNameMatches: Seen<boolean>
  readonly payments: Seen<{ readonly ended: number; readonly settled: number }>
  readonly usdc: Seen<string>
  readonly mixer: Seen<boolean>
  /** What it did that deceives others. */
  readonly poisoning: Seen<boolean>
  readonly circles: Seen<boolean>
  readonly unsellableToken: Seen<boolean>
  readonly moved: SeenPerNetwork<boolean>
}

const threeNetworks = ['base', 'ethereum', 'polygon']

/** An address that never did anything, observed completely. */
export const blank: Notes = {
  days: null,
  transactions: { base: 0, ethereum: 0, polygon: 0 },
  signed: { base: 0, ethereum: 0, polygon: 0 },
  onSanctionsList: false,
  blacklisted: { base: false, ethereum: false, polygon: false },
  registered: false,
  fileNamesAgent: false,
  heldDays: 0,
  domainProven: false,
  reviews: { count: 0, sum: 0 },
  operatorConfirmed: false,
  ensNameMatches: false,
  payments: { ended: 0, settled: 0 },
  usdc: '0',
  mixer: false,
  poisoning: false,
  circles: false,
  unsellableToken: false,
  moved: { base: false, ethereum: false, polygon: false },
}

export const nothingObserved = Object.fromEntries(Object.keys(blank).map((key) => [key, 'unknown'])) as unknown as Notes

const somebody = { who: 'Somebody Ltd', confirmedOn: '2026-01-01', until: '2026-12-31' }

export function observationsOf(notes: Notes): Observations {
  const one = <T>(seen: Seen<T>): Observed<T> =>
    seen === 'unknown' ? { state: 'unknown', reason: 'not_seen' } : { state: 'observed', value: seen, source: 'notes', observedAt: 0 }
  const each = <T>(seen: SeenPerNetwork<T>): PerNetwork<T> => {
    const all = seen === 'unknown' ? Object.fromEntries(threeNetworks.map((network) => [network, 'unknown' as const])) : seen
    return Object.fromEntries(Object.entries(all).map(([network, value]) => [network, one(value)]))
  }
  const sign = (name: keyof Conduct): Observed<Sign | null> => {
    const seen = notes[name]
    return one(seen === 'unknown' ? 'unknown' : seen ? { detail: `did ${name}`, transfers: [] } : null)
  }
  return {
    age: one(notes.days === 'unknown' ? 'unknown' : { days: notes.days, atLeast: false }),
    transactions: each(notes.transactions),
    authorizations: each(notes.signed),
    moved: each(notes.moved),
    conduct: { poisoning: sign('poisoning'), circles: sign('circles'), unsellableToken: sign('unsellableToken') },
    sanctions: { lists: one(notes.onSanctionsList), entries: [], blacklist: each(notes.blacklisted), blacklistings: {}, oracle: {} },
    identity: {
      registered: one(notes.registered),
      fileNamesAgent: one(notes.fileNamesAgent),
      heldDays: one(notes.heldDays),
      domainProven: one(notes.domainProven),
      reviews: one(notes.reviews),
    },
    operator: {
      confirmed: one(notes.operatorConfirmed === true ? somebody : notes.operatorConfirmed === false ? null : 'unknown'),
      nameMatches: one(notes.ensNameMatches),
    },
    history: one(notes.payments),
    bond: one(notes.usdc === 'unknown' ? 'unknown' : usd(notes.usdc)),
    mixer: one(notes.mixer),
  }
}
