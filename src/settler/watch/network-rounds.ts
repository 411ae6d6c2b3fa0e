import { createOutcomeRecorder, type OutcomeRecorder } from './record-outcome.ts'
import { createFinality, type Finality } from './finality.ts'
import type { SignerQueue } from '../queue/signer-queue.ts'
import { createPaymentWatch, type PaymentWatch } from './payment-watch.ts'
import { isClosed } from '../policy.ts'
import { followReorganisation } from './follow-reorganisation.ts'
import type { PendingSettlement } from '../settlements.ts'
import type { NetworkParts } from '../settler-parts.ts'
import { createRefusedWatch } from './refused-watch.ts'

/** What a network needs, by own signers or by a facilitator: how payments end, what became of them on chain, and whether settlements stay. */
export interface NetworkRounds {
  readonly outcomeRecorder: OutcomeRecorder
  readonly paymentWatch: PaymentWatch
  readonly finality: Finality
  /** One round of what runs in the background: expired payments, final blocks, reorganisations, refused payments. */
  reconcile(): Promise<void>
}

/** Rounds of the reconciler between two readings of what is not final. */
const refreshEvery = 20

export interface NetworkRoundsOptions {
  /** Puts a payment back into the queue, since nothing of it is on chain. */
  readonly requeue: (settlement: PendingSettlement) => void
  /** Those of our own signers, if any. */
  readonly signerQueues: () => readonly SignerQueue[]
}

export function createNetworkRounds(parts: NetworkParts, { requeue, signerQueues }: NetworkRoundsOptions): NetworkRounds {
  const { policy, clock } = parts
  const { network } = parts.chain
  const finality = createFinality(parts)
  const outcomeRecorder = createOutcomeRecorder({ ...parts, finality })
  const paymentWatch = createPaymentWatch({ ...parts, outcomeRecorder, requeue })
  const refused = createRefusedWatch({ ...parts, finality })
  let round = 0

  /** Looks up expired payments wherever they wait: for a signer without money, or in a transaction that is not mined. */
  function watchExpired(): void {
    const now = clock.now()
    for (const settlement of parts.settlements.all()) {
      const { payment, phase, authorization } = settlement
      if (payment.network !== network.id || (phase !== 'queue' && phase !== 'slot')) continue
      if (isClosed(policy, network, authorization.validBefore, now)) paymentWatch.add(settlement, 0)
    }
  }

  return {
    outcomeRecorder,
    paymentWatch,
    finality,
    async reconcile() {
      watchExpired()
      if (round % refreshEvery === 0) await finality.refresh()
      round += 1
      const vanished = await finality.check()
      if (vanished.length > 0) await followReorganisation({ ...parts, finality, paymentWatch, signerQueues: signerQueues() }, vanished)
      await refused()
    },
  }
}
