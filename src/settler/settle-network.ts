import type { Chain } from '../chain/chain.ts'
import type { Payment } from '../ledger/payments/payment.ts'
import { createDispatch } from './queue/dispatch.ts'
import { createSignerQueue } from './queue/signer-queue.ts'
import { createNetworkRounds } from './watch/network-rounds.ts'
import { collectMs } from './policy.ts'
import { createBatchQueue } from './queue/batch-queue.ts'
import type { BatchQueue } from './queue/batch-queue.ts'
import type { PendingSettlement } from './settlements.ts'
import type { Signer } from './signer.ts'
import { createSlotWatch } from './watch/slot-watch.ts'
import type { SlotWatch } from './watch/slot-watch.ts'
import type { NetworkParts, SettlerParts } from './settler-parts.ts'

/** Everything that settles on one network. */
export interface NetworkSettler {
  /** Whether we own a signer of this network. */
  readonly owned: boolean
  /** The leases of its signers that we do not hold. */
  readonly missingLeases: readonly string[]
  /** Nothing can be sent now. */
  readonly stalled: boolean
  /** Starts to settle a payment, or joins the settlement that is under way. `adopted`: an earlier process left it. */
  begin(payment: Payment, adopted: boolean): PendingSettlement
  /** Takes or renews the leases of the signers, and takes over their open slots. */
  acquireSigners(force: boolean): Promise<void>
  /** Checks everything that is open once: slots, and payments of which nothing is known. */
  checkAll(): Promise<void>
  /** One round of what runs in the background: final blocks, reorganisations, refused payments. */
  reconcile(): Promise<void>
  /** Sends what waits now. */
  flush(): void
  release(): Promise<void>
}

export function createNetworkSettler(shared: SettlerParts, chain: Chain, signers: readonly Signer[]): NetworkSettler {
  const { network } = chain
  const { policy, clock, timers, background } = shared
  const parts: NetworkParts = { ...shared, chain }
  const { finality, outcomeRecorder, paymentWatch, reconcile } = createNetworkRounds(parts, {
    requeue: (settlement) => queue.add(settlement),
    signerQueues: () => signerQueues,
  })
  const watches: SlotWatch[] = []
  const signerQueues = signers.map((signer, index) => createSignerQueue(parts, signer, () => watches[index]!.start()))
  for (const signerQueue of signerQueues)
    watches.push(createSlotWatch({ ...parts, signerQueue, paymentWatch, outcomeRecorder, onClosed: () => queue.wake() }))
  const dispatch = createDispatch({ ...parts, signerQueues, paymentWatch, queue: () => queue })
  let leaving = 0
  let acquired = false
  const openSlots = () => signerQueues.reduce((open, { slots }) => open + slots.size, 0)

  const queue: BatchQueue = createBatchQueue({
    timers,
    batchSize: policy.batchSize,
    retryMs: policy.retryMs,
    collectMs: () => collectMs(policy, network, leaving + openSlots()),
    canSend: () => !acquired || signerQueues.some((signerQueue) => signerQueue.canSend),
    onBatch(batch) {
      leaving += 1
      background.run('send a batch', async () => {
        try {
          acquired = true
          await dispatch(batch)
        } finally {
          leaving -= 1
        }
      })
    },
  })

  return {
    get owned() {
      return signerQueues.some((signerQueue) => signerQueue.owned)
    },
    get missingLeases() {
      return signerQueues.filter((signerQueue) => !signerQueue.owned).map(({ lease }) => lease)
    },
    get stalled() {
      return signerQueues.every((signerQueue) => signerQueue.paused)
    },
    begin(payment) {
      const { settlement, begun } = shared.settlements.begin(payment, 'elsewhere')
      const ours = payment.instance === shared.instance
      if (settlement.phase !== 'elsewhere' || (!ours && payment.leaseUntil > clock.now())) return settlement
      settlement.payment = payment
      // A payment that was only served can't have been sent, unless it came back from another instance.
      if (begun && payment.state === 'served') queue.add(settlement)
      else paymentWatch.add(settlement, 0)
      return settlement
    },
    async acquireSigners(force) {
      await Promise.all(signerQueues.map((signerQueue) => signerQueue.acquire(force)))
      acquired = true
      queue.wake()
    },
    async checkAll() {
      await Promise.all([finality.refresh(), ...watches.map((watch) => watch.check()), paymentWatch.caughtUp()])
    },
    reconcile,
    flush: () => queue.flush(),
    async release() {
      await Promise.all(signerQueues.map((signerQueue) => signerQueue.release()))
    },
  }
}
