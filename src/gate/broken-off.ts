import { LRUCache } from 'lru-cache'
import type { Ledger } from '../ledger/ledger.ts'
import type { Payment } from '../ledger/payment.ts'
import type { Clock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import { Problem } from '../shared/problems.ts'
import { interrupted, settlementPending } from './claim-problems.ts'
import { hourOf } from './hours.ts'
import { problemOutcome, type GateOutcome } from './question.ts'

/** Calls in which something of ours failed after the claim, such as the disk. */
export interface BrokenOff {
  /** What was not served is given up, so that the same payment may come again at once. What was served is settled, and its answer waits. */
  end(payment: Payment, error: unknown): Promise<GateOutcome>
  /** A claim under this id failed, and may be on record all the same: nobody works on it. */
  doubt(id: string): void
  /** Gives up what could not be given up when it broke off; null for all others. @throws Problem while it still can not. */
  giveUp(payment: Payment): Promise<GateOutcome | null>
}

/** Of a claim that nobody has taken over or claimed again since: a later one is somebody's work. */
const freshEpoch = 1

export function createBrokenOff({ ledger, clock, log }: { ledger: Ledger; clock: Clock; log: Log }): BrokenOff {
  /** Epochs of claims that nobody works on and that are on record all the same. Were this forgotten, their lease would end them. */
  const claimed = new Map<string, number>()
  const doubtful = new LRUCache<string, true>({ max: 10_000 })

  async function release({ id, epoch }: Payment): Promise<Payment | undefined> {
    const at = clock.now()
    const released = await ledger.release({ id, epoch, reason: 'interrupted', counted: false, hour: hourOf(at), at })
    claimed.delete(id)
    doubtful.delete(id)
    return released
  }

  return {
    async end(payment, error) {
      log.error({ err: error, payment: payment.id }, 'a paid call could not be brought to its end')
      try {
        const released = await release(payment)
        return released ? interrupted(released, error) : settlementPending(payment)
      } catch (fault) {
        claimed.set(payment.id, payment.epoch)
        return problemOutcome(
          fault instanceof Problem ? fault : new Problem('internal_error', 'Something went wrong on our side.'),
          payment,
        )
      }
    },
    doubt: (id) => void doubtful.set(id, true),
    async giveUp(payment) {
      const doubted = doubtful.has(payment.id) && payment.epoch === freshEpoch
      if (claimed.get(payment.id) !== payment.epoch && !doubted) return null
      const released = await release(payment)
      return released ? interrupted(released) : null
    },
  }
}
