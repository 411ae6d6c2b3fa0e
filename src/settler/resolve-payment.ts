import type { AuthorizationFate } from '../chain/chain.ts'
import type { Hex } from '../shared/bytes.ts'
import type { Payment } from '../ledger/payment.ts'

/** Where on chain a payment was made to us. */
export interface PaidAt {
  readonly transaction: Hex
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly logIndex: number
  /** See `TransferFact`. */
  readonly occurrence: number
}

export type Decision =
  | { readonly kind: 'settled'; readonly paidAt: PaidAt }
  /** Send it (again). */
  | { readonly kind: 'again' }
  /** Nothing can be said yet; look again later. */
  | { readonly kind: 'wait' }
  /** It failed by itself but was answered before: try once more later, as long as it can be collected. */
  | { readonly kind: 'retry' }
  | { readonly kind: 'refused'; readonly reason: RefusedReason; readonly bar: boolean }
  /** Answered, then reorganised away, and can't be collected any more. */
  | { readonly kind: 'reversed'; readonly reason: RefusedReason }

/** The error strings of the official x402 SDKs. */
export type RefusedReason =
  | 'invalid_exact_evm_nonce_already_used'
  | 'invalid_exact_evm_insufficient_balance'
  | 'invalid_exact_evm_transaction_simulation_failed'
  | 'invalid_exact_evm_transaction_failed'
  | 'invalid_exact_evm_payload_authorization_valid_before'

export interface Circumstances {
  readonly payment: Payment
  readonly fate: AuthorizationFate
  /** There is still time to have it mined before its validBefore. */
  readonly canBeMined: boolean
  /** validBefore and finality have passed. */
  readonly closed: boolean
  /** How a try with this payment alone failed: before sending, or in a block. */
  readonly failedAlone: 'simulation' | 'transaction' | null
  /** That was only a moment ago: what made it fail may yet turn out to be a payment to us. */
  readonly hasty: boolean
  /** That was after its validBefore: the failure is ours, who came too late. */
  readonly late: boolean
  /** Its validAfter passed so short a time ago that by the chain's clock it may still be to come. */
  readonly justBegun: boolean
  /** The payer's balance in base units, where it was looked up. */
  readonly balance: bigint | null
}

/**
 * What becomes of a payment, by what the token's own events say of its authorization. Never by a transaction's status,
 * and never by the authorization's state alone: a cancelled nonce counts as used too.
 */
export function resolvePayment(circumstances: Circumstances): Decision {
  const { payment, fate, canBeMined, closed, failedAlone, hasty, late, justBegun, balance } = circumstances
  const answered = payment.settledAt !== null
  const lost = (reason: RefusedReason, bar: boolean): Decision =>
    answered ? { kind: 'reversed', reason } : { kind: 'refused', reason, bar }
  switch (fate.kind) {
    case 'used':
      return paysUs(payment, fate.transfer)
        ? {
            kind: 'settled',
            paidAt: {
              transaction: fate.transaction,
              blockNumber: fate.blockNumber,
              blockHash: fate.blockHash,
              logIndex: fate.transfer.logIndex,
              occurrence: fate.transfer.occurrence,
            },
          }
        : lost('invalid_exact_evm_nonce_already_used', true)
    case 'cancelled':
      return lost('invalid_exact_evm_nonce_already_used', true)
    case 'unknown':
      return { kind: 'wait' }
    case 'unused':
      if (closed) return lost('invalid_exact_evm_payload_authorization_valid_before', false)
      if (failedAlone === null) return canBeMined ? { kind: 'again' } : { kind: 'wait' }
      if (answered) return { kind: 'retry' }
      if (balance !== null && balance < payment.amount)
        return { kind: 'refused', reason: 'invalid_exact_evm_insufficient_balance', bar: true }
      if (justBegun && canBeMined && failedAlone === 'simulation') return { kind: 'again' }
      if (hasty) return { kind: 'wait' }
      if (late) return { kind: 'refused', reason: 'invalid_exact_evm_payload_authorization_valid_before', bar: false }
      return {
        kind: 'refused',
        reason: failedAlone === 'simulation' ? 'invalid_exact_evm_transaction_simulation_failed' : 'invalid_exact_evm_transaction_failed',
        bar: true,
      }
  }
}

/** Whether a transfer is the one that this payment promised: from the payer, to payTo, of exactly the price. */
export function paysUs<T extends { readonly from: Hex; readonly to: Hex; readonly value: bigint }>(
  payment: Payment,
  transfer: T | null,
): transfer is T {
  return transfer !== null && same(transfer.from, payment.payer) && same(transfer.to, payment.payTo) && transfer.value === payment.amount
}

function same(a: Hex, b: Hex): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
