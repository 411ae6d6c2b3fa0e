import { isUnavailable } from '../unavailable.ts'
import { hasPassed, type Cancel } from '../../shared/clock.ts'
import { graceMs, pollMs } from '../policy.ts'
import type { PendingSettlement } from '../settlements.ts'
import { applyDecision, decidePayment, type CheckPaymentParts } from './check-payment.ts'

/** Payments whose next step depends on what became of their authorization. Each is looked up until that is known. */
export interface PaymentWatch {
  add(settlement: PendingSettlement, delayMs: number): void
  /** Resolves when everything added so far was looked up once. */
  caughtUp(): Promise<void>
}

/** Payments that are looked up side by side. */
const maxAtOnce = 32

export function createPaymentWatch(given: CheckPaymentParts): PaymentWatch {
  const { clock, timers, background } = given
  const parts = { ...given, log: given.log.child({ network: given.chain.network.id }) }
  const waiting = new Map<PendingSettlement, { readonly since: number; readonly ms: number }>()
  const listeners = new Set<() => void>()
  let timer: { readonly at: number; readonly cancel: Cancel } | null = null
  let busy = false
  const isCaughtUp = () => [...waiting.keys()].every((settlement) => settlement.lookups > 0)

  function schedule(): void {
    if (busy || background.stopped) return
    const now = clock.now()
    const at = Math.min(...[...waiting.values()].map(({ since, ms }) => (hasPassed(since, ms, now) ? now : since + ms)))
    // A timer that should have fired by now was set before the clock was put forward, and would still wait its full time.
    if (at === Infinity || (timer !== null && timer.at <= at && timer.at > now)) return
    timer?.cancel()
    const cancel = timers.after(at - now, () => {
      timer = null
      background.run('look up authorizations', run)
    })
    timer = { at, cancel }
  }

  async function run(): Promise<void> {
    busy = true
    try {
      const now = clock.now()
      const due = [...waiting].filter(([, { since, ms }]) => hasPassed(since, ms, now)).slice(0, maxAtOnce)
      await Promise.all(due.map(([settlement]) => lookUp(settlement)))
    } finally {
      busy = false
      schedule()
      if (isCaughtUp()) for (const notify of listeners) notify()
    }
  }

  async function lookUp(settlement: PendingSettlement): Promise<void> {
    if (settlement.phase === 'watch') await check(parts, settlement)
    if (settlement.phase === 'watch') waiting.set(settlement, { since: clock.now(), ms: pauseMs(parts, settlement) })
    else waiting.delete(settlement)
  }

  return {
    add(settlement, delayMs) {
      if (settlement.phase === 'ended') return
      settlement.phase = 'watch'
      waiting.set(settlement, { since: clock.now(), ms: delayMs })
      schedule()
    },
    caughtUp() {
      if (isCaughtUp()) return Promise.resolve()
      return new Promise((resolve) => {
        const notify = () => {
          listeners.delete(notify)
          resolve()
        }
        listeners.add(notify)
      })
    },
  }
}

async function check(parts: CheckPaymentParts, settlement: PendingSettlement): Promise<void> {
  settlement.lookups += 1
  try {
    const decision = await decidePayment(parts, settlement)
    if (settlement.phase === 'watch') await applyDecision(parts, settlement, decision)
  } catch (error) {
    if (isUnavailable(error)) parts.log.debug({ payment: settlement.payment.id }, 'node or ledger does not answer')
    else parts.log.error({ err: error, payment: settlement.payment.id }, 'a payment could not be looked up')
  }
}

/** Lookups become rarer, but one comes soon after the moment from which nothing can collect the payment. */
function pauseMs({ policy, chain, clock }: CheckPaymentParts, { lookups, authorization }: PendingSettlement): number {
  const growing = Math.min(policy.maxLookupPauseMs, pollMs(policy, chain.network) * 2 ** Math.min(lookups, 12))
  const closesIn = Number(authorization.validBefore) * 1000 + graceMs(policy, chain.network) - clock.now()
  return closesIn > 0 ? Math.min(growing, closesIn + 1) : growing
}
