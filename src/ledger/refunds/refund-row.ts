import type { Cell, Row } from '../../store/store.ts'
import type { Hex } from '../../shared/bytes.ts'
import { authorizationIdentity } from '../payments/identity.ts'
import { hotPaymentColumnTypes, type HotPaymentColumn } from '../payments/payment-columns.ts'
import { lower } from '../payments/payment-row.ts'
import type { AskRefundInput, Refund } from './refund.ts'

/** The name of refunds where receipts name an offer. */
const refundOffer = 'refund'

export const refundColumns = Object.keys(hotPaymentColumnTypes) as HotPaymentColumn[]

export function refundIdentity({ credit, refund }: AskRefundInput): string {
  return authorizationIdentity(credit.network, credit.asset, refund.from, refund.authorization.nonce)
}

/** The payment that gives a credit back, as it is stored: to be settled. */
export function refundCells(input: AskRefundInput): Readonly<Record<HotPaymentColumn, Cell>> {
  const { credit, refund, at } = input
  const { authorization } = refund
  return {
    id: refund.id,
    state: 'served',
    epoch: 1n,
    offer_id: refundOffer,
    fingerprint: credit.id,
    protocol: 'refund',
    network: credit.network,
    asset: credit.asset,
    payer: lower(refund.from),
    pay_to: credit.payer,
    amount: refund.net,
    price_words: null,
    nonce: lower(authorization.nonce),
    valid_after: authorization.validAfter,
    valid_before: authorization.validBefore,
    signature: authorization.signature,
    credential_hash: refund.id,
    client: '',
    keys: '[]',
    free: 0n,
    instance: refund.instance,
    lease_until: BigInt(refund.leaseUntil),
    claimed_at: BigInt(at),
    served_at: BigInt(at),
    settled_at: null,
    reason: null,
    claim_block: refund.claimBlock,
    transaction_hash: null,
    block_number: null,
    block_hash: null,
    log_index: null,
    final: 0n,
    bound: 0n,
    theft: 0n,
    timing: 'refund',
    runs: 0n,
    identities: JSON.stringify([refundIdentity(input)]),
    unfinished: 1n,
  }
}

export function refundFromRow(row: Row): Refund {
  return {
    id: row['refund_id'] as string,
    paymentId: row['payment_id'] as string,
    payer: row['payer'] as Hex,
    network: row['network'] as string,
    amount: row['amount'] as bigint,
    net: row['net'] as bigint,
    askedAt: Number(row['asked_at']),
    reason: row['reason'] as string,
    outcome: row['outcome'] as Refund['outcome'],
  }
}
