import type { AccountObservations } from '../addresses/account/account-observations.ts'
import type { IdentityObservations } from '../addresses/identity/observe-identity.ts'
import type { Conduct } from '../addresses/conduct/conduct.ts'
import type { Observed, PerNetwork } from '../addresses/observed.ts'

/** The operator of this service says who is behind an address. Days as YYYY-MM-DD, in UTC. */
export interface Confirmation {
  readonly who: string
  readonly confirmedOn: string
  /** The last day on which the confirmation holds. */
  readonly until: string
}

/** All that the trust score is made of. What could not be observed is `unknown`; nothing is left out and nothing is guessed. */
export interface Observations extends AccountObservations {
  readonly identity: IdentityObservations
  readonly operator: {
    /** Who is behind it, as confirmed by the operator of this service; null where nobody is confirmed. */
    readonly confirmed: Observed<Confirmation | null>
    /** An ENS name leads to the address and back. */
    readonly nameMatches: Observed<boolean>
  }
  /** Payments to this service that have ended, and how many of them were settled. */
  readonly history: Observed<{ readonly ended: number; readonly settled: number }>
  /** USDC that it holds, in base units. */
  readonly bond: Observed<bigint>
  /** Whether it has moved USDC, by network. */
  readonly moved: PerNetwork<boolean>
  /** What it did that deceives others. */
  readonly conduct: Conduct
  /** It has sent USDC to a mixer or received some from one. */
  readonly mixer: Observed<boolean>
}
