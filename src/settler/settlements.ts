import type { Authorization } from '../chain/chain.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import type { Hex } from '../shared/bytes.ts'
import type { Payment } from '../ledger/payment.ts'
import type { Meters } from './meters.ts'
import type { SettlementOutcome } from './settler.ts'

/**
 * queue      waits for a batch
 * sending    left the queue, is being looked at before it is sent
 * slot       in a transaction that is stored, and may be on its way
 * look       its authorization's fate is to be looked up
 * elsewhere  another instance drives it; only its row is read
 */
export type Place = 'queue' | 'sending' | 'slot' | 'look' | 'elsewhere' | 'ended'

/** One payment on its way to its end, in this process. */
export interface Settlement {
  payment: Payment
  readonly authorization: Authorization
  place: Place
  /** Never in a batch (again). */
  alone: boolean
  /** How and when a try with it alone failed. */
  failedAlone: 'simulation' | 'transaction' | null
  failedAt: number
  /** How often it was among payments that could not be sent for a reason that nobody knows. */
  suspicions: number
  /** The last transaction stored for it. */
  transaction: Hex | null
  /** How often its fate was looked up since it was last sent. */
  looks: number
  readonly since: number
}

/** All payments on their way, by id. */
export interface Settlements {
  readonly size: number
  get(id: string): Settlement | undefined
  all(): IterableIterator<Settlement>
  /** The settlement of this payment, begun in `place` when there is none. */
  begin(payment: Payment, place: Place): { readonly settlement: Settlement; readonly begun: boolean }
  /** Its end, or `pending` when `waitMs` passed first. */
  wait(settlement: Settlement, waitMs: number): Promise<SettlementOutcome>
  end(settlement: Settlement, outcome: SettlementOutcome): void
  /** Answers all who wait with `pending`. */
  stopWaiting(): void
}

/** Whoever is told puts an answer together and sends it: of a full batch so many in a turn of the event loop. */
const toldPerTurn = 16

export function createSettlements({ clock, timers, meters }: { clock: Clock; timers: Timers; meters: Meters }): Settlements {
  const running = new Map<string, Settlement>()
  const waiting = new Map<Settlement, Set<(outcome: SettlementOutcome) => void>>()
  const pending = new Map<string, bigint>()
  const telling: (() => void)[] = []

  function tell(): void {
    for (const answer of telling.splice(0, toldPerTurn)) answer()
    if (telling.length > 0) timers.soon(tell)
  }

  function count(payment: Payment, sign: 1n | -1n): void {
    const value = (pending.get(payment.network) ?? 0n) + sign * payment.amount
    pending.set(payment.network, value)
    meters.pendingValue.set(Number(value), { network: payment.network })
  }

  return {
    get size() {
      return running.size
    },
    get: (id) => running.get(id),
    all: () => running.values(),
    begin(payment, place) {
      const known = running.get(payment.id)
      if (known) return { settlement: known, begun: false }
      const settlement: Settlement = {
        payment,
        authorization: authorizationOf(payment),
        place,
        alone: false,
        failedAlone: null,
        failedAt: 0,
        suspicions: 0,
        transaction: payment.transaction,
        looks: 0,
        since: clock.now(),
      }
      running.set(payment.id, settlement)
      count(payment, 1n)
      return { settlement, begun: true }
    },
    wait(settlement, waitMs) {
      return new Promise((resolve) => {
        const waiters = waiting.get(settlement) ?? new Set()
        waiting.set(settlement, waiters)
        const cancel = timers.after(waitMs, () => {
          waiters.delete(answer)
          resolve({ kind: 'pending', transaction: settlement.transaction })
        })
        const answer = (outcome: SettlementOutcome) => {
          cancel()
          telling.push(() => resolve(outcome))
          if (telling.length === 1) timers.soon(tell)
        }
        waiters.add(answer)
      })
    },
    end(settlement, outcome) {
      if (settlement.place === 'ended') return
      settlement.place = 'ended'
      running.delete(settlement.payment.id)
      count(settlement.payment, -1n)
      const { network } = settlement.payment
      meters.outcomes.add({ network, outcome: outcome.kind })
      if (outcome.kind === 'settled') meters.latency.observe((clock.now() - settlement.since) / 1000, { network })
      for (const answer of waiting.get(settlement) ?? []) answer(outcome)
      waiting.delete(settlement)
    },
    stopWaiting() {
      for (const [settlement, waiters] of waiting)
        for (const answer of waiters) answer({ kind: 'pending', transaction: settlement.transaction })
      waiting.clear()
    },
  }
}

/** How a payment ended, undefined while it has not. */
export function outcomeOf(payment: Payment): SettlementOutcome | undefined {
  if (payment.state === 'settled') return { kind: 'settled', payment }
  if (payment.state === 'refused' || payment.state === 'reversed') {
    return { kind: 'refused', payment, reason: payment.reason ?? 'invalid_exact_evm_transaction_failed' }
  }
  return undefined
}

/** @throws TypeError for a payment that is no authorization: it is on chain already, there is nothing to settle. */
function authorizationOf(payment: Payment): Authorization {
  if (payment.authorization === null) throw new TypeError('only authorizations are settled')
  return { from: payment.payer, to: payment.payTo, value: payment.amount, ...payment.authorization }
}
