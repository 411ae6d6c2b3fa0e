import { LRUCache } from 'lru-cache'
import type { Ledger } from '../../ledger/ledger.ts'
import type { CountedRun } from '../../ledger/quotas/uncharged-runs.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import { countsForCaller, Problem } from '../../shared/problems.ts'
import { runOf } from '../limits/counted-run.ts'
import type { LostPayments } from './lost-payments.ts'
import { refused, type Refused } from '../outcome.ts'
import { refusalOf } from '../../shared/refusal.ts'
import { callInterrupted, settlementPending } from '../call-refusals.ts'
import { creditLeft } from '../credit-refusals.ts'

/** Calls that were interrupted because something on our side failed after the claim, such as the disk. */
export interface InterruptedCalls {
  /**
   * Ends such a call. A payment that was not served is released, so that the same payment may come again at once. One that was
   * served is still settled, and its answer waits.
   */
  release(payment: Payment, error: unknown): Promise<Refused>
  /** Notes that a claim under this id failed but may be on record. No call works on it. */
  noteDoubtfulClaim(id: string): void
  /** Ends work that was interrupted after its payment was settled: the payment is a credit again. */
  endWork(payment: Payment, error: unknown): Promise<Refused>
  /** Ends work that no call of this process still does; null for all other payments. @throws Problem while the ledger fails */
  endAbandonedWork(payment: Payment): Promise<Payment | null>
  /** Releases a claim that no call of this process still works on; null for all other payments. @throws Problem while the ledger fails */
  releaseAbandoned(payment: Payment): Promise<Refused | null>
}

const lostEnd = () =>
  refusalOf('payment_in_flight', 'The first request with this payment was interrupted: send the same request again.', { retryAfter: 1 })

/** The epoch of a claim that has not been taken over or claimed again: in a later one, another call works on the payment. */
const firstEpoch = 1

export function createInterruptedCalls(parts: {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly log: Log
  readonly instance: string
  readonly lostPayments?: Pick<LostPayments, 'noticedAt'> | undefined
}): InterruptedCalls {
  const { ledger, clock, log } = parts
  /** Epochs of claims that are on record, and that no call works on. If we forgot them, their lease would end them. */
  const abandoned = new Map<string, number>()
  const doubtful = new LRUCache<string, true>({ max: 10_000 })

  /** A call of this process had ended, and the ledger has lost how. */
  const hasLostEnd = ({ instance, claimedAt }: Payment) => instance === parts.instance && claimedAt < (parts.lostPayments?.noticedAt() ?? 0)

  async function releaseClaim({ id, epoch }: Payment, counted: CountedRun | null = null): Promise<Payment | undefined> {
    const released = await ledger.release({ id, epoch, reason: 'interrupted', counted })
    abandoned.delete(id)
    doubtful.delete(id)
    return released
  }

  return {
    async release(payment, error) {
      log.error({ err: error, payment: payment.id }, 'a paid call was interrupted')
      try {
        // What failed is known of a Problem alone, such as that of the ledger. Anything else may be the caller's doing.
        const counts = !(error instanceof Problem) || countsForCaller(error.kind)
        const released = await releaseClaim(payment, counts ? runOf(payment.claimedAt, clock.now()) : null)
        return released ? callInterrupted(released, error) : settlementPending(payment)
      } catch (fault) {
        abandoned.set(payment.id, payment.epoch)
        return refused(fault instanceof Problem ? fault : refusalOf('internal_error', 'Something went wrong on our side.'), payment)
      }
    },
    async endWork(payment, error) {
      log.error({ err: error, payment: payment.id }, 'work that was paid for was interrupted')
      try {
        const credit = await ledger.failRun({ id: payment.id, epoch: payment.epoch, reason: 'interrupted' })
        return refused(creditLeft(credit ?? payment, 'lost'), credit ?? payment)
      } catch {
        abandoned.set(payment.id, payment.epoch)
        return refused(creditLeft(payment, 'lost'), payment)
      }
    },
    async endAbandonedWork(payment) {
      const { id, epoch } = payment
      if (abandoned.get(id) !== epoch && !hasLostEnd(payment)) return null
      const credit = await ledger.failRun({ id, epoch, reason: 'interrupted' })
      abandoned.delete(id)
      return credit ?? null
    },
    noteDoubtfulClaim: (id) => void doubtful.set(id, true),
    async releaseAbandoned(payment) {
      const isDoubtful = doubtful.has(payment.id) && payment.epoch === firstEpoch
      const isLost = hasLostEnd(payment)
      if (abandoned.get(payment.id) !== payment.epoch && !isDoubtful && !isLost) return null
      const released = await releaseClaim(payment)
      // It may have been settled, and is found on the chain then.
      if (released && isLost) return refused(lostEnd(), released)
      return released ? callInterrupted(released) : null
    },
  }
}
