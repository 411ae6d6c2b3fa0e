import type { NetworkId } from '../../../../src/goods/kit/evm.ts'
import type { Clock } from '../../../../src/goods/kit/parts.ts'
import type { Blacklisting } from '../../../../src/goods/kit/rpc.ts'
import type { ListEntry } from '../sanctions/screen-lists.ts'
import { perNetwork, type Observed, type PerNetwork } from '../observed.ts'
import { accountAge, type AccountAge } from './account-age.ts'
import type { NetworkObservations } from './observe-network.ts'

/** Checks of an address against sanctions and blacklists. */
export interface SanctionsObservations {
  /** Whether the address stands on a sanctions list. */
  readonly lists: Observed<boolean>
  /** The entries of those lists that name it. */
  readonly entries: readonly ListEntry[]
  /** Whether the issuer of USDC has blacklisted it. */
  readonly blacklist: PerNetwork<boolean>
  /** The events by which the issuer did so, by network, where the node still gives them. */
  readonly blacklistings: Readonly<Record<string, Blacklisting>>
  /** Whether an on-chain sanctions oracle names it, on the networks that have one. */
  readonly oracle: PerNetwork<boolean>
}

/** What every score of an address is made of. What could not be observed is `unknown`; nothing is left out or guessed. */
export interface AccountObservations {
  readonly age: Observed<AccountAge>
  /** Transactions sent, which is the account's nonce. */
  readonly transactions: PerNetwork<number>
  /** Payments that it signed and that others sent. */
  readonly authorizations: PerNetwork<number>
  readonly sanctions: SanctionsObservations
}

/** Puts the answers of all networks and the sanctions lists together. */
export function accountObservations(
  networks: ReadonlyMap<NetworkId, NetworkObservations>,
  entries: Observed<readonly ListEntry[]>,
  clock: Clock,
): AccountObservations {
  return {
    age: accountAge([...networks.values()], clock),
    transactions: perNetwork(networks, ({ transactions }) => transactions),
    authorizations: perNetwork(networks, ({ authorizations: one }) =>
      one.state === 'observed' ? { ...one, value: one.value.count } : one,
    ),
    sanctions: {
      lists: entries.state === 'observed' ? { ...entries, value: entries.value.length > 0 } : entries,
      entries: entries.state === 'observed' ? entries.value : [],
      blacklist: perNetwork(networks, ({ blacklisted }) => blacklisted),
      blacklistings: Object.fromEntries([...networks].flatMap(([id, { blacklisting }]) => (blacklisting ? [[id, blacklisting]] : []))),
      oracle: perNetwork(networks, ({ oracle }) => oracle),
    },
  }
}
