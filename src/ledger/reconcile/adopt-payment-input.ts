import type { Hex } from '../../shared/bytes.ts'
import type { Payment } from '../payments/payment.ts'

/** A payment that was found on chain: an authorization that moved its amount to us. */
export interface AdoptPaymentInput {
  /** Receipt id of a new row. */
  readonly id: string
  readonly network: string
  readonly asset: Hex
  readonly payer: Hex
  readonly payTo: Hex
  /** Base units. */
  readonly amount: bigint
  readonly authorization: NonNullable<Payment['authorization']>
  readonly transaction: Hex
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly logIndex: number
  readonly occurrence: number
  /** Time of its block. Milliseconds since the epoch. */
  readonly paidAt: number
  readonly final: boolean
  /** Of the offer that it bought, where only one has this price; `unknownOffer` where several have. */
  readonly offerId: string
  /** Client address key of the payer's earlier payments; empty where none is known. */
  readonly client: string
  readonly at: number
  readonly instance: string
}
