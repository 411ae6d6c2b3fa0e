import type { Totals } from '../ledger.ts'
import type { BackupSum } from './backup-format.ts'

/** What payments add up to by network and state, in an order of its own, so that two lists can be compared. */
export function sumsOf(totals: readonly Totals[]): BackupSum[] {
  return totals
    .map(({ network, state, theft, payments, amount }) => ({ network, state, theft, payments: `${payments}`, amount: `${amount}` }))
    .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
}

export function isSameSums(one: readonly BackupSum[], other: readonly BackupSum[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function nameOf({ network, state, theft }: BackupSum): string {
  return `${network} ${state} ${theft}`
}
