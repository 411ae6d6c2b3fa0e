import type { AuthorizationFate } from '../../chain/chain.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { Payment } from '../../ledger/payments/payment.ts'

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
  /** It is to be sent, or sent again. */
  | { readonly kind: 'requeue' }
  /** Nothing is known yet; it is looked up again later. */
  | { readonly kind: 'wait' }
  /**
   * It failed alone but was answered before, or is a refund: it is tried once more later, as long as it can be collected. `bar`: why its payer may buy
   * nothing meanwhile, where that is the payer's doing.
   */
  | { readonly kind: 'retry'; readonly bar: RefusedReason | null }
  | { readonly kind: 'refused'; readonly reason: RefusedReason; readonly bar: boolean }
  /** It was answered, then a reorganisation removed its settlement, and it can no longer be collected. */
  | { readonly kind: 'reversed'; readonly reason: RefusedReason }
  /** It was answered before it was settled, and can no longer be collected. */
  | { readonly kind: 'owed'; readonly reason: RefusedReason }

/** The error strings of the official x402 SDKs. */
export type RefusedReason =
  | 'invalid_exact_evm_nonce_already_used'
  | 'invalid_exact_evm_insufficient_balance'
  | 'invalid_exact_evm_transaction_simulation_failed'
  | 'invalid_exact_evm_transaction_failed'
  | 'invalid_exact_evm_payload_authorization_valid_before'
  | 'invalid_exact_evm_payload_authorization_valid_after'

export interface Circumstances {
  readonly payment: Payment
  readonly fate: AuthorizationFate
  /** There is still time for it to be mined before its validBefore. */
  readonly canBeMined: boolean
  /** validBefore and finality have passed. */
  readonly closed: boolean
  /** How an attempt with this payment alone failed: before sending, or in a block. */
  readonly failedAlone: 'simulation' | 'transaction' | null
  /** That was only a moment ago: what made it fail may turn out to be a payment to us. */
  readonly hasty: boolean
  /** That was after its validBefore, by our clock or the chain's, so we sent it too late and the failure is ours. */
  readonly late: boolean
  /** By the time of the chain's newest block its validAfter has not passed: the failure is that of our clock. */
  readonly early: boolean
  /** Its validAfter passed so recently that by the chain's clock it may not be valid yet. */
  readonly justBegun: boolean
  /** The payer's balance in base units, where it was looked up. */
  readonly balance: bigint | null
}

/**
 * Decides what becomes of a payment, from what the token's own events say about its authorization. A transaction's status alone
 * proves nothing, and neither does the authorization's state, since a cancelled nonce counts as used too.
 */
export function resolvePayment(circumstances: Circumstances): Decision {
  const { payment, fate, canBeMined, closed, failedAlone } = circumstances
  const lost = (reason: RefusedReason, bar: boolean): Decision => {
    if (payment.settledAt !== null) return { kind: 'reversed', reason }
    return payment.timing === 'early' ? { kind: 'owed', reason } : { kind: 'refused', reason, bar }
  }
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
    case 'unused': {
      if (closed) return lost('invalid_exact_evm_payload_authorization_valid_before', false)
      if (failedAlone === null) return canBeMined ? { kind: 'requeue' } : { kind: 'wait' }
      if (payment.settledAt !== null) return { kind: 'retry', bar: null }
      const decision = afterFailure(circumstances, failedAlone)
      if (decision.kind !== 'refused') return decision
      // Its answer is out already, so there is nothing to withhold.
      if (payment.timing === 'early') return { kind: 'retry', bar: decision.bar ? decision.reason : null }
      // The operator may fill the wallet again, and the credit can buy nothing before this authorization has expired anyway.
      return payment.timing === 'refund' ? { kind: 'retry', bar: null } : decision
    }
  }
}

/** What becomes of a payment that failed alone and was not settled before. */
function afterFailure(
  { payment, canBeMined, hasty, late, early, justBegun, balance }: Circumstances,
  failedAlone: NonNullable<Circumstances['failedAlone']>,
): Decision {
  if (balance !== null && balance < payment.amount)
    return { kind: 'refused', reason: 'invalid_exact_evm_insufficient_balance', bar: !late && !early }
  if ((justBegun || early) && canBeMined && failedAlone === 'simulation') return { kind: 'requeue' }
  if (hasty) return { kind: 'wait' }
  if (late) return { kind: 'refused', reason: 'invalid_exact_evm_payload_authorization_valid_before', bar: false }
  if (early) return { kind: 'refused', reason: 'invalid_exact_evm_payload_authorization_valid_after', bar: false }
  return {
    kind: 'refused',
    reason: failedAlone === 'simulation' ? 'invalid_exact_evm_transaction_simulation_failed' : 'invalid_exact_evm_transaction_failed',
    bar: true,
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
