import type { Chain } from '../../chain/chain.ts'
import { createBatchQueue } from '../queue/batch-queue.ts'
import type { NetworkSettler } from '../settle-network.ts'
import type { PendingSettlement } from '../settlements.ts'
import type { SettlerParts } from '../settler-parts.ts'
import { createNetworkRounds } from '../watch/network-rounds.ts'
import type { FacilitatorHealth } from './facilitator-health.ts'
import type { Facilitator } from './facilitator.ts'
import { decideRequeue, handOver, type HandOverParts } from './hand-over.ts'

/** Payments that wait for each slot of the facilitator. With more, nothing new is sold: payments would expire, or callers wait in vain. */
const maxWaitingPerSlot = 16

/**
 * Everything that settles on one network by way of a facilitator. Whatever it says, the token's events decide: a success is one
 * when the transfer is found, and a failure ends nothing that our own simulation does not confirm. Where it does not answer, only
 * the chain shows what happened. Handing one payment over twice is harmless, since its nonce is used once.
 */
export function createFacilitatedNetwork(
  shared: SettlerParts,
  chain: Chain,
  { facilitator, health }: { readonly facilitator: Facilitator; readonly health: FacilitatorHealth },
): NetworkSettler {
  const { network } = chain
  const { policy, clock, background, timers } = shared
  const rounds = createNetworkRounds({ ...shared, chain }, { requeue, signerQueues: () => [] })
  const { outcomeRecorder, paymentWatch, finality } = rounds
  const log = shared.log.child({ network: network.id })
  const handedOver: HandOverParts['handedOver'] = new WeakMap()
  const parts: HandOverParts = { ...shared, chain, log, facilitator, health, outcomeRecorder, paymentWatch, handedOver }
  let inFlight = 0

  const queue = createBatchQueue({
    timers,
    batchSize: 1,
    retryMs: policy.retryMs,
    collectMs: () => 0,
    canSend: () => inFlight < health.maxInFlight,
    onBatch([settlement]) {
      if (settlement === undefined) return
      inFlight += 1
      background.run('hand a payment over', async () => {
        try {
          await handOver(parts, settlement)
        } finally {
          inFlight -= 1
          queue.wake()
        }
      })
    },
  })

  function requeue(settlement: PendingSettlement): void {
    if (decideRequeue(parts, settlement)) queue.add(settlement)
  }

  const isStalled = () => health.stalled(network.id) || queue.size >= maxWaitingPerSlot * health.maxInFlight

  return {
    owned: true,
    missingLeases: [],
    mayWait: () => true,
    canSettle: () => !isStalled(),
    accepted: () => {},
    get heldBy() {
      return isStalled() ? 'facilitator' : null
    },
    begin(payment, adopted) {
      const { settlement, begun } = shared.settlements.begin(payment, 'elsewhere')
      const ours = payment.instance === shared.instance
      if (settlement.phase !== 'elsewhere' || (!ours && payment.leaseUntil > clock.now())) return settlement
      settlement.payment = payment
      // An earlier process may have handed an adopted payment over.
      if (begun && ours && !adopted) queue.add(settlement)
      else paymentWatch.add(settlement, 0)
      return settlement
    },
    acquireSigners: () => health.refresh(),
    async checkAll() {
      await Promise.all([finality.refresh(), paymentWatch.caughtUp()])
    },
    reconcile: rounds.reconcile,
    flush: () => queue.flush(),
    release: () => Promise.resolve(),
  }
}
