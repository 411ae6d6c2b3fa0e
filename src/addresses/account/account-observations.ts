import type { NetworkId } from '../../chain/chain.ts'
import type { Clock } from '../../shared/clock.ts'
import { perNetwork, type Observed, type PerNetwork } from '../observed.ts'
import { accountAge, type AccountAge } from './account-age.ts'
import type { NetworkObservations } from './observe-network.ts'

/** Checks of an address against sanctions and blacklists. */
export interface SanctionsObservations {
  /** Whether the address stands on a sanctions list. */
  readonly lists: Observed<boolean>
  /** Whether the issuer of USDC has blacklisted it. */
  readonly blacklist: PerNetwork<boolean>
  /** Whether an on-chain sanctions oracle names it, on the networks that have one. */
  readonly oracle: PerNetwork<boolean>
}

/** What every score of an address is made of. What could not be observed is `unknown`; nothing is left out or guessed. */
export interface AccountObservations {
  readonly age: Observed<AccountAge>
  /** Transactions sent, which is the account's nonce. */
  readonly transactions: PerNetwork<number>
  readonly sanctions: SanctionsObservations
}

/** Puts the answers of all networks and the sanctions lists together. */
export function accountObservations(
  networks: ReadonlyMap<NetworkId, NetworkObservations>,
  lists: Observed<boolean>,
  clock: Clock,
): AccountObservations {
  return {
    age: accountAge([...networks.values()], clock),
    transactions: perNetwork(networks, ({ transactions }) => transactions),
    sanctions: {
      lists,
      blacklist: perNetwork(networks, ({ blacklisted }) => blacklisted),
      oracle: perNetwork(networks, ({ oracle }) => oracle),
    },
  }
}
