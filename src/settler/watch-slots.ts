import { RpcUnreachable } from '../chain/chain.ts'
import type { TransactionReceipt } from '../chain/chain.ts'
import { hasPassed } from '../shared/clock.ts'
import { isFiller } from './build-transaction.ts'
import type { Conclude } from './conclude.ts'
import type { Lane } from './lane.ts'
import type { Looking } from './looking.ts'
import { firstOf } from './open-slot.ts'
import type { OpenSlot } from './open-slot.ts'
import { blocksMs, pollMs } from './policy.ts'
import { isOverdue, slotStep } from './slot-step.ts'
import type { Patience } from './slot-step.ts'
import type { NetworkParts } from './settler-parts.ts'

/** Follows the open slots of a lane until each has a receipt deep enough, and nurses those that don't get one. */
export interface Watch {
  /** Begins polling unless it goes on already; ends by itself when no slot is open. */
  begin(): void
  /** One look at all open slots now. */
  look(): Promise<void>
}

export function createWatch(
  parts: NetworkParts & { readonly lane: Lane; readonly looking: Looking; readonly conclude: Conclude; readonly closed: () => void },
): Watch {
  const { chain, lane, looking, conclude, policy, clock, timers, background, checkpoint, meters } = parts
  const { network } = chain
  const log = parts.log.child({ network: network.id, signer: lane.signer })
  const patience: Patience = {
    rebroadcastMs: blocksMs(policy, network, policy.rebroadcastAfterBlocks),
    bumpMs: blocksMs(policy, network, policy.bumpAfterBlocks),
    foreignMs: Math.max(policy.foreignAfterMs, blocksMs(policy, network, policy.bumpAfterBlocks)),
    maxRejections: policy.maxRejections,
  }
  let polling = false
  let underWay: Promise<void> | null = null

  function look(): Promise<void> {
    underWay ??= lookOnce().finally(() => {
      underWay = null
    })
    return underWay
  }

  async function lookOnce(): Promise<void> {
    const slots = [...lane.slots.values()].toSorted((a, b) => a.nonce - b.nonce)
    const [first, ...later] = slots
    if (first === undefined) return
    // Nonces are mined in order: as long as the lowest is not, the others need not be asked for.
    const lowest = await receiptOf(first)
    if (lowest === null && !isOverdue(first, patience, clock.now())) return
    const receipts = [lowest, ...(await Promise.all(later.map(receiptOf)))]
    const head = network.confirmations > 1 && receipts.some((receipt) => receipt !== null) ? (await chain.head()).number : null
    const unmined = slots.filter((_, index) => receipts[index] === null)
    await Promise.all([
      nurse(unmined),
      ...slots.map(async (slot, index) => {
        const receipt = receipts[index]
        if (receipt) await whenMined(slot, receipt, head)
      }),
    ])
  }

  async function receiptOf(slot: OpenSlot): Promise<TransactionReceipt | null> {
    const receipts = await Promise.all(slot.transactions.map((transaction) => chain.receipt(transaction.hash)))
    return receipts.find((receipt) => receipt !== null) ?? null
  }

  async function whenMined(slot: OpenSlot, receipt: TransactionReceipt, head: bigint | null): Promise<void> {
    const first = slot.mined === null
    slot.mined = receipt
    if (first) checkpoint('mined')
    if (head !== null && head - receipt.blockNumber + 1n < BigInt(network.confirmations)) return
    const paid = await conclude.receipt(slot.settlements, receipt)
    if (paid > 0) checkpoint('settled')
    await lane.close(slot, 'mined')
    const left = slot.settlements.filter((settlement) => settlement.place === 'slot')
    // Where a filler made way for others nobody's transfer was tried, and nobody has failed.
    const tried = left.length > 0 && !slot.transactions.some(({ hash, raw }) => hash === receipt.hash && isFiller(raw))
    if (slot.load === 'batch' && paid === 0 && tried) {
      meters.poisoned.add({ network: network.id })
      log.warn({ hash: receipt.hash, payments: left.length }, 'a batch settled nothing: its payments go one by one')
    }
    for (const settlement of left) {
      if (slot.load !== 'batch' && tried) Object.assign(settlement, { failedAlone: 'transaction', failedAt: clock.now() })
      settlement.alone = true
      looking.add(settlement, 0)
    }
    parts.closed()
  }

  async function nurse(slots: readonly OpenSlot[]): Promise<void> {
    for (const slot of slots) slot.mined = null
    const overdue = slots.filter((slot) => isOverdue(slot, patience, clock.now()))
    if (overdue.length === 0) return
    const accountNonce = await chain.accountNonce(lane.signer, 'latest')
    const lowest = slots[0]!.nonce
    if (accountNonce < lowest) await lane.fill(accountNonce)
    for (const slot of overdue) {
      if (slot.nonce < accountNonce) slot.passedSince = firstOf(slot.passedSince, clock.now())
      else slot.passedSince = null
      await step(slot, accountNonce)
    }
  }

  async function step(slot: OpenSlot, accountNonce: number): Promise<void> {
    switch (slotStep(slot, accountNonce, patience, clock.now())) {
      case 'wait':
        return
      case 'rebroadcast':
        return lane.broadcast(slot)
      case 'bump':
        if (!(await lane.replace(slot, false)) && hasPassed(slot.sentAt, patience.rebroadcastMs, clock.now())) await lane.broadcast(slot)
        return
      case 'make-way':
        if (!(await lane.replace(slot, true))) await lane.broadcast(slot)
        return
      case 'abandon':
        meters.alarms.add({ network: network.id, alarm: 'foreign_nonce' })
        log.error({ nonce: slot.nonce }, 'somebody else used an account nonce of this signer')
        await lane.close(slot, 'abandoned')
        for (const settlement of slot.settlements) if (settlement.place === 'slot') looking.add(settlement, 0)
        parts.closed()
    }
  }

  async function poll(): Promise<void> {
    try {
      await look()
    } catch (error) {
      if (error instanceof RpcUnreachable) log.debug({}, 'chain does not answer')
      else log.error({ err: error }, 'a look at open transactions failed')
    }
    if (lane.slots.size > 0 && !background.stopped) timers.after(pollMs(policy, network), () => background.run('poll receipts', poll))
    else polling = false
  }

  return {
    begin() {
      if (polling || background.stopped) return
      polling = true
      timers.after(pollMs(policy, network), () => background.run('poll receipts', poll))
    },
    look,
  }
}
