import type { Hex } from '../../shared/bytes.ts'

/**
 * claimed -> served -> settling -> settled, a transfer claimed -> settled, or, where it is settled first,
 * claimed -> ordered -> settling -> credit -> running -> settled; or
 * released  not charged; the payment may be used again
 * free      answered as the wallet's first call, never settled
 * uncharged answered, nothing to charge, never settled
 * credit    paid on chain and not yet answered: may be used again, and never expires
 * running   a credit that was settled first is at work
 * refunding the credit is being given back
 * refunded  the credit was given back
 * refused   can't be collected and was not answered
 * owed      answered early, and can't be collected: a loss until the payer pays it
 * reversed  answered; then a reorganisation removed the transfer, and it can't be collected: a loss
 */
export type PaymentState =
  | 'claimed'
  | 'served'
  | 'settling'
  | 'settled'
  | 'released'
  | 'free'
  | 'uncharged'
  | 'credit'
  | 'refused'
  | 'reversed'
  | 'ordered'
  | 'running'
  | 'refunding'
  | 'refunded'
  | 'owed'

/**
 * When a payment is settled: after its answer is made; first, before the work; or early, after its answer was sent. `refund`: a
 * payment of ours that gives a payer's money back.
 */
export type Timing = 'after' | 'first' | 'early' | 'refund'

/** A stored answer. Its headers are the product's own, not the receipt's. */
export interface StoredAnswer {
  readonly status: number
  readonly contentType: string
  /** Besides the content type; absent where there are none. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** One payment as the ledger holds it. Addresses are lower case. Times are milliseconds since the epoch. */
export interface Payment {
  /** Receipt id. */
  readonly id: string
  readonly state: PaymentState
  /** Counts transitions. Every change is a compare-and-set on state and epoch. */
  readonly epoch: number
  readonly offerId: string
  /** SHA-256 of offer id and canonical input. */
  readonly fingerprint: string
  readonly protocol: string
  readonly network: string
  readonly asset: Hex
  readonly payer: Hex
  readonly payTo: Hex
  /** Base units. */
  readonly amount: bigint
  /** How the amount was computed from the request, in words; null where the price of the offer is the same for every request. */
  readonly priceWords: string | null
  /** Set for authorizations, null for transfers that the payer made. Seconds since the epoch. */
  readonly authorization: { readonly nonce: Hex; readonly validAfter: bigint; readonly validBefore: bigint; readonly signature: Hex } | null
  readonly credentialHash: string
  /** Client address key of the first call. */
  readonly client: string
  /** Hashes of the Idempotency-Key and payment-identifier that came with it. */
  readonly keys: readonly string[]
  /** Granted as the first call free. */
  readonly free: boolean
  readonly instance: string
  readonly leaseUntil: number
  readonly claimedAt: number
  readonly servedAt: number | null
  readonly settledAt: number | null
  /** Why it was released, uncharged, refused, reversed or became a credit; null otherwise. A stable code. */
  readonly reason: string | null
  /** The chain's head when it was claimed: the search for its logs starts here. */
  readonly claimBlock: bigint
  /** A transfer that came with a proof that its payer made the claim. Nobody knows who made a bare claim. False for authorizations. */
  readonly bound: boolean
  /** Answered to the payer of a transfer that somebody else had used up: a loss, since its transfer pays for the other row. */
  readonly theft: boolean
  /** The transaction that paid us, or the last one sent while it is settling. */
  readonly transaction: Hex | null
  readonly blockNumber: bigint | null
  readonly blockHash: Hex | null
  readonly logIndex: number | null
  /** The block of the settlement is final. */
  readonly final: boolean
  readonly timing: Timing
  /** How often the work was begun with it, where it was settled first. */
  readonly runs: number
}
