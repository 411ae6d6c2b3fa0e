import type { Chain } from '../../chain/chain.ts'
import type { OwnTurn } from '../../chain/follow/turn-queue.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { RememberedCall } from '../../ledger/reconcile/remembered-call.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Random } from '../../shared/random.ts'
import type { Findings } from './collect-findings.ts'

export type ReconcileLedger = Pick<
  Ledger,
  | 'adoptPayment'
  | 'holders'
  | 'paymentsInBlocks'
  | 'askedPrices'
  | 'clientsOfPayers'
  | 'creditsOfPayer'
  | 'settle'
  | 'askRefund'
  | 'endRefunds'
  | 'finalize'
  | 'highestNonce'
>

/** What a comparison is made from. Addresses are lower case. */
export interface ReconcileParts {
  readonly ledger: ReconcileLedger
  readonly payTo: Hex
  /** Accounts that send settlements. */
  readonly signers: readonly Hex[]
  /** The wallet that gives payments back; null where there is none. */
  readonly refundsFrom: Hex | null
  readonly clock: Clock
  readonly random: Random
  readonly instance: string
  /** What this process remembers of a call, by the identity of its authorization, where the ledger may have lost it. */
  readonly callOf?: (identity: string) => RememberedCall | undefined
  /** Called between any two pieces of work, so that callers of the service are answered in between. */
  readonly ownTurn: OwnTurn
}

/** The comparison of one network. */
export interface NetworkParts extends ReconcileParts {
  readonly chain: Chain
  /** Whether what is found is written. */
  readonly adopt: boolean
  readonly finalBlock: bigint
  readonly findings: Findings
}
