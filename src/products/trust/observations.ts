import type { Observed, PerNetwork } from '../../shared/observed.ts'

/** That somebody is behind an address, by the word of the operator of this service. Days as YYYY-MM-DD, in UTC. */
export interface Confirmation {
  readonly who: string
  readonly confirmedOn: string
  /** The last day on which it is good. */
  readonly until: string
}

/** All that the score is made of. Whatever could not be observed is `unknown`; nothing is left out and nothing is guessed. */
export interface Observations {
  /** Whole days since the first activity, 0 without any; `atLeast` where the chain's history reaches back no further. */
  readonly age: Observed<{ readonly days: number; readonly atLeast: boolean }>
  /** Transactions sent, which is the account's nonce. */
  readonly transactions: PerNetwork<number>
  readonly sanctions: {
    /** Whether the address stands on a sanctions list. */
    readonly lists: Observed<boolean>
    /** Whether the issuer of USDC has blacklisted it. */
    readonly blacklist: PerNetwork<boolean>
    /** Whether an on-chain oracle of sanctions names it, on the networks that have one. */
    readonly oracle: PerNetwork<boolean>
  }
  readonly identity: {
    /** It owns an ERC-8004 agent or is one's wallet. */
    readonly registered: Observed<boolean>
    /** The agent's registration file names the agent back. */
    readonly fileNamesAgent: Observed<boolean>
    /** Whole days for which it has owned, or has been the wallet of, one whose file names it back; 0 without one. */
    readonly heldDays: Observed<number>
    /** A domain of its endpoints names the agent. */
    readonly domainProven: Observed<boolean>
    /** Reviews of those reviewers who count, each from 0 to 100. */
    readonly reviews: Observed<{ readonly count: number; readonly sum: number }>
  }
  readonly operator: {
    /** Whom the operator of this service has confirmed to be behind it; null where nobody. */
    readonly confirmed: Observed<Confirmation | null>
    /** An ENS name leads to the address and back. */
    readonly nameMatches: Observed<boolean>
  }
  /** Payments to this service that came to an end, and those of them that were settled. */
  readonly history: Observed<{ readonly ended: number; readonly settled: number }>
  /** USDC that it holds or has staked, in base units. */
  readonly bond: Observed<bigint>
  /** It has taken from or given to a mixer itself. */
  readonly mixer: Observed<boolean>
}
