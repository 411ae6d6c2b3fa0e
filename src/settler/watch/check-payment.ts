import type { PayerState } from '../../chain/chain.ts'
import type { PendingSettlement } from '../settlements.ts'
import type { NetworkParts } from '../settler-parts.ts'
import { blocksMs, canStillBeMined, hasJustBegun, isClosed } from '../policy.ts'
import type { OutcomeRecorder } from './record-outcome.ts'
import { resolvePayment, type Decision } from './resolve-payment.ts'

/** After a retry the payment is not looked up sooner than one that was looked up this often. */
const lookupsBeforeRetry = 6
/** Lookups, between which the waits stay as short as after this number, for a payment that waits only for more blocks: its caller waits too. */
const lookupsWhileConfirmed = 2

export interface CheckPaymentParts extends NetworkParts {
  readonly outcomeRecorder: OutcomeRecorder
  /** Puts a payment back into the queue, since nothing of it is on chain. */
  readonly requeue: (settlement: PendingSettlement) => void
}

/** Reads from the chain what became of a payment's authorization, and says what is to be done. */
export async function decidePayment(parts: CheckPaymentParts, settlement: PendingSettlement): Promise<Decision> {
  const { chain, policy, clock } = parts
  const { network } = chain
  const { payment, authorization, failedAlone } = settlement
  const from = payment.claimBlock > policy.reorgDepth ? payment.claimBlock - policy.reorgDepth : 0n
  const fate = await chain.authorizationFate(payment.payer, authorization.nonce, from)
  if (fate.kind === 'used' && network.confirmations > 1) {
    const { number } = await chain.head()
    if (number - fate.blockNumber + 1n < BigInt(network.confirmations)) {
      settlement.lookups = Math.min(settlement.lookups, lookupsWhileConfirmed)
      return { kind: 'wait' }
    }
  }
  const failed = fate.kind === 'unused' && failedAlone !== null
  const state = failed ? await chain.payerState(payment.payer, authorization.nonce, { fresh: true }) : null
  // One node lags behind another: the money may be gone because it came to us.
  if (state?.authorizationUsed) return { kind: 'wait' }
  const now = clock.now()
  const failedAt = settlement.failedAt + (state ? chainAheadMs(state, now) : 0)
  return resolvePayment({
    payment,
    fate,
    canBeMined: canStillBeMined(policy, network, authorization.validBefore, now),
    closed: isClosed(policy, network, authorization.validBefore, now),
    failedAlone,
    hasty: now - settlement.failedAt < blocksMs(policy, network, policy.refusePatienceBlocks),
    late: failedAt >= Number(authorization.validBefore) * 1000,
    early: state !== null && state.timestamp <= authorization.validAfter,
    justBegun: hasJustBegun(policy, authorization.validAfter, now),
    balance: state && state.balance,
  })
}

/**
 * How far the chain's clock is ahead of ours: the token judges an authorization by it. A chain that makes no blocks tells nothing
 * about a clock behind ours.
 */
function chainAheadMs({ timestamp }: PayerState, now: number): number {
  return Math.max(0, Number(timestamp) * 1000 - now)
}

export async function applyDecision(
  { outcomeRecorder, requeue }: CheckPaymentParts,
  settlement: PendingSettlement,
  decision: Decision,
): Promise<void> {
  switch (decision.kind) {
    case 'settled':
      return outcomeRecorder.settled(settlement, decision.paidAt)
    case 'refused':
      return outcomeRecorder.refused(settlement, decision.reason, decision.bar)
    case 'reversed':
      return outcomeRecorder.reversed(settlement, decision.reason)
    case 'requeue':
      return requeue(settlement)
    case 'owed':
      return outcomeRecorder.owed(settlement, decision.reason)
    case 'retry':
      if (decision.bar !== null) await outcomeRecorder.bar(settlement, decision.bar)
      settlement.failedAlone = null
      settlement.lookups = Math.max(settlement.lookups, lookupsBeforeRetry)
      return
    case 'wait':
  }
}
