import { RpcUnreachable } from '../../chain/chain.ts'
import type { Hex } from '../../shared/bytes.ts'
import { hasPassed } from '../../shared/clock.ts'
import { blocksMs, canStillBeMined, pollMs } from '../policy.ts'
import type { PendingSettlement } from '../settlements.ts'
import type { NetworkParts } from '../settler-parts.ts'
import type { PaymentWatch } from '../watch/payment-watch.ts'
import type { OutcomeRecorder } from '../watch/record-outcome.ts'
import type { FacilitatorHealth } from './facilitator-health.ts'
import type { Facilitator, SettleAnswer } from './facilitator.ts'
import { alarmFields } from '../../shared/alarm.ts'

/** How often a payment was handed over, when last, and what the facilitator answered then. */
interface HandedOver {
  times: number
  at: number
  answer: SettleAnswer['kind'] | 'nothing_yet'
  doubted: boolean
}

export interface HandOverParts extends NetworkParts {
  readonly facilitator: Facilitator
  readonly health: FacilitatorHealth
  readonly outcomeRecorder: OutcomeRecorder
  readonly paymentWatch: PaymentWatch
  readonly handedOver: WeakMap<PendingSettlement, HandedOver>
}

/** Milliseconds in which our node must see a transaction that the facilitator names. Then its word is doubted. */
const doubtAfterMs = 5_000
const doubtAfterBlocks = 4
/** Blocks without an answer, after which the chain is read too. */
const silentBlocks = 2
/** Longest pause between two tries with one payment. */
const maxPauseMs = 15_000
/** Lookups, between which the waits stay as short as after this number, while a transaction may be on its way. */
const lookupsWhileOnItsWay = 2

/** Hands one payment to the facilitator, and sees to what it answers. Then the payment watch follows the payment. */
export async function handOver(parts: HandOverParts, settlement: PendingSettlement): Promise<void> {
  const { chain, policy, clock, timers, facilitator, health, paymentWatch, handedOver } = parts
  const { network } = chain
  if (settlement.phase !== 'sending') return
  if (!canStillBeMined(policy, network, settlement.authorization.validBefore, clock.now())) return paymentWatch.add(settlement, 0)
  const before = handedOver.get(settlement)
  const now: HandedOver = {
    times: (before?.times ?? 0) + 1,
    at: clock.now(),
    answer: 'nothing_yet',
    doubted: before?.doubted ?? false,
  }
  handedOver.set(settlement, now)
  settlement.lookups = 0
  const cancel = timers.after(blocksMs(policy, network, silentBlocks), () => {
    if (settlement.phase === 'sending') paymentWatch.add(settlement, 0)
  })
  const answer = await facilitator.settle({ network, authorization: settlement.authorization })
  cancel()
  Object.assign(now, { answer: answer.kind, at: clock.now() })
  health.recordAnswer(answer)
  // While the facilitator worked, the payment may have expired, or been found on chain.
  if (!isOpen(settlement)) return
  settlement.lookups = 0
  if (await isSettledBy(parts, settlement, answer)) return
  if (isOpen(settlement)) paymentWatch.add(settlement, answer.kind === 'says_settled' ? pollMs(policy, network) : 0)
}

function isOpen({ phase }: PendingSettlement): boolean {
  return phase === 'sending' || phase === 'watch'
}

/** Whether the answer leads to a receipt that proves the payment. A refusal is simulated. */
async function isSettledBy(parts: HandOverParts, settlement: PendingSettlement, answer: SettleAnswer): Promise<boolean> {
  try {
    if (answer.transaction !== null && (await isProven(parts, settlement, answer.transaction))) return true
    if (answer.kind === 'says_failed') await checkRefusal(parts, settlement, answer.reason)
  } catch (error) {
    if (!(error instanceof RpcUnreachable))
      parts.log.error({ err: error, payment: settlement.payment.id }, 'what became of a payment could not be looked up')
  }
  return false
}

/** Settles by the receipt that the facilitator named, where one confirmation is enough. */
async function isProven({ chain, outcomeRecorder }: HandOverParts, settlement: PendingSettlement, transaction: Hex): Promise<boolean> {
  if (chain.network.confirmations > 1) return false
  const receipt = await chain.receipt(transaction)
  return receipt !== null && (await outcomeRecorder.receipt([settlement], receipt)) === 1
}

/** The facilitator says that this payment can't be settled. That counts where the transfer would fail for anybody. */
async function checkRefusal(parts: HandOverParts, settlement: PendingSettlement, reason: string): Promise<void> {
  const { chain, policy, clock, metrics, log, health, handedOver } = parts
  const { payment, authorization } = settlement
  const [succeeds] = await chain.simulateTransfers(payment.payTo, [authorization], policy.gasContract)
  if (!succeeds) {
    Object.assign(settlement, { failedAlone: 'simulation', failedAt: clock.now() })
    health.recordRefusal(true)
    return
  }
  metrics.alarms.add({ network: chain.network.id, alarm: 'facilitator_refuses' })
  // One payer whom it does not want does not end the sale to others.
  if (handedOver.get(settlement)?.times !== 1) return
  health.recordRefusal(false)
  log.error(
    { ...alarmFields('facilitator_refuses'), payment: payment.id, reason },
    'the facilitator refuses a payment that would succeed: it is tried again until it expires',
  )
}

/** Nothing of the payment is on chain. Whether it is time to hand it over again; until then the lookups go on. */
export function decideRequeue(parts: HandOverParts, settlement: PendingSettlement): boolean {
  const { chain, clock, metrics, log, handedOver } = parts
  const last = handedOver.get(settlement)
  if (!last) return true
  const due = last.answer !== 'nothing_yet' && hasPassed(last.at, patienceMs(parts, last), clock.now())
  if (!due) {
    if (last.answer === 'nothing_yet' || last.answer === 'says_settled')
      settlement.lookups = Math.min(settlement.lookups, lookupsWhileOnItsWay)
    return false
  }
  if (last.answer === 'says_settled' && !last.doubted) {
    last.doubted = true
    metrics.alarms.add({ network: chain.network.id, alarm: 'facilitator_lied' })
    log.error(
      { ...alarmFields('facilitator_lied'), payment: settlement.payment.id },
      'the facilitator says that a payment is settled, and the chain does not: it is not answered',
    )
  }
  return true
}

function patienceMs({ policy, chain }: HandOverParts, { answer, times }: HandedOver): number {
  return answer === 'says_settled'
    ? Math.max(doubtAfterMs, blocksMs(policy, chain.network, doubtAfterBlocks))
    : Math.min(maxPauseMs, policy.retryMs * 2 ** (Math.min(times, 8) - 1))
}
