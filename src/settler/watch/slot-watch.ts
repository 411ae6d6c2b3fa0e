import { RpcUnreachable } from '../../chain/chain.ts'
import type { TransactionReceipt } from '../../chain/chain.ts'
import { hasPassed } from '../../shared/clock.ts'
import { Problem } from '../../shared/problems.ts'
import { createSingleFlight } from '../../shared/single-flight.ts'
import { SignerFailed } from '../remote-signers/signer-failed.ts'
import { blocksMs, pollMs } from '../policy.ts'
import type { SettlerPolicy } from '../policy.ts'
import { earliest, type OpenSlot } from '../queue/open-slot.ts'
import type { SignerQueue } from '../queue/signer-queue.ts'
import type { NetworkParts } from '../settler-parts.ts'
import { isFiller } from '../transaction/build-transaction.ts'
import type { PaymentWatch } from './payment-watch.ts'
import type { OutcomeRecorder } from './record-outcome.ts'
import type { Hold } from '../spending/hold.ts'
import { isOverdue, slotStep, type Patience } from './slot-step.ts'
import { alarmFields } from '../../shared/alarm.ts'

/** Follows the open slots of a signer until each has a receipt deep enough, and helps those that get none. */
export interface SlotWatch {
  /** Starts polling unless it is polling already. Polling ends when no slot is open. */
  start(): void
  /** Checks all open slots once, now. */
  check(): Promise<void>
}

export interface SlotWatchParts extends NetworkParts {
  readonly signerQueue: SignerQueue
  readonly paymentWatch: PaymentWatch
  readonly outcomeRecorder: OutcomeRecorder
  /** Called when a slot was closed. */
  readonly onClosed: () => void
  readonly hold: Hold
}

interface Watched extends SlotWatchParts {
  readonly patience: Patience
}

export function createSlotWatch(given: SlotWatchParts): SlotWatch {
  const { chain, signerQueue, policy, timers, background } = given
  const { network } = chain
  const log = given.log.child({ network: network.id, signer: signerQueue.signer })
  const parts: Watched = { ...given, log, patience: patienceOf(policy, network) }
  const singleFlight = createSingleFlight<'check', void>()
  const check = () => singleFlight('check', () => checkSlots(parts))
  let polling = false

  function pollLater(): void {
    timers.after(pollMs(policy, network), () => background.run('poll receipts', poll))
  }

  async function poll(): Promise<void> {
    try {
      signerQueue.checkGasMoney()
      chain.reachability?.watch()
      await check()
      parts.hold.worked('unreachable')
      parts.hold.worked('ledger')
    } catch (error) {
      if (error instanceof RpcUnreachable) parts.hold.failed('unreachable')
      else if (error instanceof Problem) parts.hold.failed('ledger')
      else if (error instanceof SignerFailed) log.debug({ failure: error.failure }, 'an open transaction could not be replaced')
      else log.error({ err: error }, 'open transactions could not be checked')
    }
    if (signerQueue.slots.size > 0 && !background.stopped) pollLater()
    else polling = false
  }

  return {
    start() {
      if (polling || background.stopped) return
      polling = true
      pollLater()
    },
    check,
  }
}

function patienceOf(policy: SettlerPolicy, network: Watched['chain']['network']): Patience {
  return {
    rebroadcastMs: blocksMs(policy, network, policy.rebroadcastAfterBlocks),
    bumpMs: blocksMs(policy, network, policy.bumpAfterBlocks),
    foreignMs: Math.max(policy.foreignAfterMs, blocksMs(policy, network, policy.bumpAfterBlocks)),
    maxRejections: policy.maxRejections,
  }
}

async function checkSlots(parts: Watched): Promise<void> {
  const { chain, signerQueue, patience, clock } = parts
  const slots = [...signerQueue.slots.values()].toSorted((a, b) => a.nonce - b.nonce)
  const [first, ...later] = slots
  if (first === undefined) return
  // Nonces are mined in order: as long as the lowest is not, the others need not be asked for.
  const lowest = await receiptOf(parts, first)
  if (lowest === null && !isOverdue(first, patience, clock.now())) return
  const receipts = [lowest, ...(await Promise.all(later.map((slot) => receiptOf(parts, slot))))]
  const anyMined = receipts.some((receipt) => receipt !== null)
  const head = chain.network.confirmations > 1 && anyMined ? (await chain.head()).number : null
  const unmined = slots.filter((_, index) => receipts[index] === null)
  await Promise.all([
    advanceUnmined(parts, unmined),
    ...slots.map(async (slot, index) => {
      const receipt = receipts[index]
      if (receipt) await closeWhenConfirmed(parts, slot, receipt, head)
    }),
  ])
}

async function receiptOf({ chain }: Watched, slot: OpenSlot): Promise<TransactionReceipt | null> {
  const receipts = await Promise.all(slot.transactions.map((transaction) => chain.receipt(transaction.hash)))
  return receipts.find((receipt) => receipt !== null) ?? null
}

/** @param head the newest block, null where one confirmation is enough */
async function closeWhenConfirmed(parts: Watched, slot: OpenSlot, receipt: TransactionReceipt, head: bigint | null): Promise<void> {
  const { chain, signerQueue, paymentWatch, outcomeRecorder, clock, log, failPoint, metrics, onClosed } = parts
  const { network } = chain
  const first = slot.mined === null
  slot.mined = receipt
  if (first) failPoint('mined')
  if (head !== null && head - receipt.blockNumber + 1n < BigInt(network.confirmations)) return
  const paid = await outcomeRecorder.receipt(slot.settlements, receipt)
  if (paid > 0) failPoint('settled')
  await signerQueue.close(slot, 'mined')
  const left = slot.settlements.filter((settlement) => settlement.phase === 'slot')
  // Where a filler took the nonce, no transfer was tried, so none has failed.
  const tried = left.length > 0 && !slot.transactions.some(({ hash, raw }) => hash === receipt.hash && isFiller(raw))
  if (slot.load === 'batch' && paid === 0 && tried) {
    metrics.poisoned.add({ network: network.id })
    log.warn({ hash: receipt.hash, payments: left.length }, 'a batch settled nothing: its payments go one by one')
  }
  for (const settlement of left) {
    if (slot.load !== 'batch' && tried) Object.assign(settlement, { failedAlone: 'transaction', failedAt: clock.now() })
    settlement.alone = true
    paymentWatch.add(settlement, 0)
  }
  onClosed()
}

/** Takes the next step for each slot that has waited too long for a receipt. */
async function advanceUnmined(parts: Watched, slots: readonly OpenSlot[]): Promise<void> {
  const { chain, signerQueue, patience, clock } = parts
  for (const slot of slots) slot.mined = null
  const overdue = slots.filter((slot) => isOverdue(slot, patience, clock.now()))
  if (overdue.length === 0) return
  const accountNonce = await chain.accountNonce(signerQueue.signer, 'latest')
  const lowest = slots[0]!.nonce
  if (accountNonce < lowest) await signerQueue.fill(accountNonce)
  for (const slot of overdue) {
    if (slot.nonce < accountNonce) slot.passedSince = earliest(slot.passedSince, clock.now())
    else slot.passedSince = null
    await advance(parts, slot, accountNonce)
  }
}

async function advance(parts: Watched, slot: OpenSlot, accountNonce: number): Promise<void> {
  const { chain, signerQueue, paymentWatch, patience, clock, log, metrics, onClosed } = parts
  switch (slotStep(slot, accountNonce, patience, clock.now())) {
    case 'wait':
      return
    case 'rebroadcast':
      return signerQueue.broadcast(slot)
    case 'bump':
      if (!(await signerQueue.replace(slot, false)) && hasPassed(slot.sentAt, patience.rebroadcastMs, clock.now()))
        await signerQueue.broadcast(slot)
      return
    case 'make-way':
      if (!(await signerQueue.replace(slot, true))) await signerQueue.broadcast(slot)
      return
    case 'abandon':
      metrics.alarms.add({ network: chain.network.id, alarm: 'foreign_nonce' })
      log.error({ ...alarmFields('foreign_nonce'), nonce: slot.nonce }, 'another program used an account nonce of this signer')
      await signerQueue.close(slot, 'abandoned')
      for (const settlement of slot.settlements) if (settlement.phase === 'slot') paymentWatch.add(settlement, 0)
      onClosed()
  }
}
