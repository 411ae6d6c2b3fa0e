import type { Authorization, Chain } from '../chain/chain.ts'
import type { Payment } from '../ledger/payments/payment.ts'
import { createDispatch } from './queue/dispatch.ts'
import { createSignerQueue, type SignerQueue } from './queue/signer-queue.ts'
import { createNetworkRounds } from './watch/network-rounds.ts'
import { collectMs } from './policy.ts'
import { createBatchQueue } from './queue/batch-queue.ts'
import type { BatchQueue } from './queue/batch-queue.ts'
import { isUnsent } from '../ledger/payments/payment-states.ts'
import type { PendingSettlement } from './settlements.ts'
import { createGasBudget } from './spending/gas-budget.ts'
import { createSendState } from './spending/send-state.ts'
import { gasLimit } from './transaction/build-transaction.ts'
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
  /** Whether a caller may wait for this settlement. Where nothing can be sent now it is told at once, and the settlement goes on later. */
  mayWait(settlement: PendingSettlement): boolean
  /** See `Settler`. */
  canSettle(payment: { readonly amount: bigint; readonly newContract: boolean }): boolean
  accepted(payment: { readonly amount: bigint; readonly newContract: boolean }): void
  readonly heldBy: string | null
  contractGas?(authorization: Authorization): Promise<bigint | null>
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
  const budget = shared.spending && createGasBudget(parts, shared.spending)
  const sending = createSendState(parts, { budget, signerQueues: () => signerQueues, onMoney: () => queue.wake() })
  const { hold } = sending
  const watches: SlotWatch[] = []
  const signerQueues: SignerQueue[] = signers.map((signer, index) =>
    createSignerQueue(parts, signer, { onOpened: () => watches[index]!.start(), onGasMoney: () => sending.onGasMoney() }),
  )
  for (const signerQueue of signerQueues)
    watches.push(createSlotWatch({ ...parts, hold, signerQueue, paymentWatch, outcomeRecorder, onClosed: () => queue.wake() }))
  const dispatch = createDispatch({ ...parts, hold, budget, signerQueues, paymentWatch, queue: () => queue })
  let leaving = 0
  let acquired = false
  const openSlots = () => signerQueues.reduce((open, { slots }) => open + slots.size, 0)

  const queue: BatchQueue = createBatchQueue({
    timers,
    batchSize: policy.batchSize,
    retryMs: policy.retryMs,
    earlyMs: policy.earlyBatchMs,
    collectMs: () => collectMs(policy, network, leaving + openSlots()),
    canSend: () => !acquired || sending.canSend(),
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
    mayWait: sending.mayWait,
    canSettle: sending.canSettle,
    accepted: (payment) => budget?.taken(payment),
    get heldBy() {
      return sending.heldBy
    },
    async contractGas(authorization) {
      const [sender] = signerQueues
      return sender
        ? chain.estimateTransfer(sender.signer, authorization, gasLimit(policy, network, { kind: 'contract' }), await chain.suggestFees())
        : null
    },
    begin(payment) {
      sending.followNode()
      const { settlement, begun } = shared.settlements.begin(payment, 'elsewhere')
      const ours = payment.instance === shared.instance
      if (settlement.phase !== 'elsewhere' || (!ours && payment.leaseUntil > clock.now())) return settlement
      settlement.payment = payment
      // A payment that was only served can't have been sent, unless it came back from another instance.
      if (begun && isUnsent(payment)) queue.add(settlement)
      else paymentWatch.add(settlement, 0)
      return settlement
    },
    async acquireSigners(force) {
      await Promise.all(signerQueues.map((signerQueue) => signerQueue.acquire(force)))
      // Afterwards it is looked at when somebody is about to pay, so that an idle network costs no questions.
      if (!acquired) for (const signerQueue of signerQueues) signerQueue.checkGasMoney()
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
