import type { Hex } from '../../shared/bytes.ts'

/**
 * What a comparison found, by what is known of it.
 *
 * adopted       on chain, and unknown to the ledger until now: it is a credit from now on
 * to_adopt      the same, where nothing was to be written
 * settled_late  the ledger had given it up, and it is on chain: it is settled from now on
 * pending       the ledger knows it, and settles it now
 * not_charged   we charged nothing for it, and somebody brought it on chain all the same: its payer may ask for it back
 * differs       the ledger has it with another payer, transaction, block or state
 * not_on_chain  the ledger says that it is on chain in this span, and it is not
 * refund_booked  a payment was given back, and the ledger did not know it until now
 * refund_unknown a transfer of the wallet for refunds that gives back no payment of the ledger
 * apart         a transfer to PAY_TO that pays for no call as far as we can see
 */
export type FindingKind =
  | 'adopted'
  | 'to_adopt'
  | 'settled_late'
  | 'pending'
  | 'not_charged'
  | 'differs'
  | 'not_on_chain'
  | 'refund_booked'
  | 'refund_unknown'
  | 'apart'

export interface ReconcileFinding {
  readonly kind: FindingKind
  readonly network: string
  readonly transaction: Hex | null
  readonly block: bigint | null
  /** Who paid; of a refund, who got it. */
  readonly payer: Hex
  /** Base units. */
  readonly amount: bigint
  /** Receipt id; null where the ledger has no payment for it. */
  readonly payment: string | null
  /** What differs, or what is known of a transfer; null where the kind says it all. */
  readonly what: string | null
}

/** One side of a comparison. Base units. */
export interface Flow {
  /** By the chain, without what is apart or was not charged. */
  readonly onChain: bigint
  /** By the ledger, after what was found has been written. */
  readonly booked: bigint
  /** `onChain` less `booked`. */
  readonly difference: bigint
}

export interface KindTotal {
  readonly count: number
  readonly amount: bigint
}

export interface SignerNonces {
  readonly signer: Hex
  /** Transactions of the account on the chain, and those that the ledger knows. */
  readonly onChain: number
  readonly inLedger: number
}

export interface NetworkReconciliation {
  readonly network: string
  readonly fromBlock: bigint
  readonly toBlock: bigint
  /** Transfers to PAY_TO that the ledger had just as the chain has them. */
  readonly agreed: KindTotal
  readonly received: Flow
  readonly givenBack: Flow
  readonly kinds: Readonly<Partial<Record<FindingKind, KindTotal>>>
  /** The first of what was found; `kinds` counts all. */
  readonly findings: readonly ReconcileFinding[]
  readonly signers: readonly SignerNonces[]
}

export interface Reconciliation {
  readonly networks: readonly NetworkReconciliation[]
  /** Networks that did not answer, with the reason. */
  readonly unread: readonly { readonly network: string; readonly reason: string }[]
  /** Of all networks that were read, both ways. Base units. */
  readonly difference: bigint
}
