import type { Authorization } from '../chain/chain.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import type { Hex } from '../shared/bytes.ts'
import type { Payment } from '../ledger/payments/payment.ts'
import { isSettled } from '../ledger/payments/payment-states.ts'
import type { SettlerMetrics } from './settler-metrics.ts'
import type { SettlementOutcome } from './settler.ts'
import { createLastUsed } from '../shared/last-used.ts'

/**
 * queue      waits for a batch
 * sending    has left the queue, and is checked before it is sent
 * slot       in a transaction that is stored, and may be on its way
 * watch      what became of its authorization is to be looked up
 * elsewhere  another instance drives it; only its row is read
 * ended      settled, refused or reversed
 */
export type SettlementPhase = 'queue' | 'sending' | 'slot' | 'watch' | 'elsewhere' | 'ended'

/** One payment that this process is settling. */
export interface PendingSettlement {
  payment: Payment
  readonly authorization: Authorization
  phase: SettlementPhase
  /** It must not be in a batch again. */
  alone: boolean
  /** How and when an attempt with it alone failed. */
  failedAlone: 'simulation' | 'transaction' | null
  failedAt: number
  /** How often it was among payments that could not be sent for an unknown reason. */
  unexplainedFailures: number
  /** Its payer is a contract, as seen when it was to be sent. */
  contract: boolean
  /** The last transaction stored for it. */
  transaction: Hex | null
  /** How often it was looked up on chain since it was last sent. */
  lookups: number
  readonly since: number
}

/** All payments that are being settled, by id. */
export interface Settlements {
  readonly size: number
  get(id: string): PendingSettlement | undefined
  all(): IterableIterator<PendingSettlement>
  /** The settlement of this payment, begun in `phase` when there is none. */
  begin(payment: Payment, phase: SettlementPhase): { readonly settlement: PendingSettlement; readonly begun: boolean }
  /** How many payments of this payer were seen to settle by this process. */
  settledBy(payer: Hex): number
  /** What they were worth, in base units. */
  settledValueBy(payer: Hex): bigint
  /** Nothing that a payer settled counts any more, since it owes a payment. */
  forget(payer: Hex): void
  /** Remembers that this process barred a payer, and until when. */
  bar(payer: Hex, until: number): void
  /** Until when, or 0. */
  barredUntil(payer: Hex): number
  /** Its end, or `pending` when the ledger has lost it, or when `waitMs` passed first. */
  wait(settlement: PendingSettlement, waitMs: number): Promise<SettlementOutcome>
  end(settlement: PendingSettlement, outcome: SettlementOutcome): void
  /** Answers callers that wait with `pending`: those of the payments for which this is true, of all unless given. */
  stopWaiting(isMeant?: (settlement: PendingSettlement) => boolean): void
}

/** Callers that get their outcome in one turn of the event loop. Each of them composes an answer and sends it, so a full batch takes several turns. */
const resolvedPerTurn = 16

/** Payers whose settlements are counted; those that paid last are kept. */
const payersRemembered = 100_000

export function createSettlements({ clock, timers, metrics }: { clock: Clock; timers: Timers; metrics: SettlerMetrics }): Settlements {
  const running = new Map<string, PendingSettlement>()
  const waiting = new Map<PendingSettlement, Set<(outcome: SettlementOutcome) => void>>()
  const pending = new Map<string, bigint>()
  const resolving: (() => void)[] = []
  const barred = createLastUsed<number>(payersRemembered)
  const settled = createLastUsed<{ readonly payments: number; readonly value: bigint }>(payersRemembered)

  function resolveSome(): void {
    for (const answer of resolving.splice(0, resolvedPerTurn)) answer()
    if (resolving.length > 0) timers.soon(resolveSome)
  }

  function count(payment: Payment, sign: 1n | -1n): void {
    if (payment.timing === 'refund') return
    const value = (pending.get(payment.network) ?? 0n) + sign * payment.amount
    pending.set(payment.network, value)
    metrics.pendingValue.set(Number(value), { network: payment.network })
  }

  function countSettled({ payer, amount }: Payment): void {
    const { payments, value } = settled.get(payer.toLowerCase()) ?? { payments: 0, value: 0n }
    settled.set(payer.toLowerCase(), { payments: payments + 1, value: value + amount })
  }

  return {
    get size() {
      return running.size
    },
    get: (id) => running.get(id),
    all: () => running.values(),
    begin(payment, phase) {
      const known = running.get(payment.id)
      if (known) return { settlement: known, begun: false }
      const settlement: PendingSettlement = {
        payment,
        authorization: authorizationOf(payment),
        phase,
        alone: false,
        failedAlone: null,
        failedAt: 0,
        unexplainedFailures: 0,
        contract: false,
        transaction: payment.transaction,
        lookups: 0,
        since: clock.now(),
      }
      running.set(payment.id, settlement)
      count(payment, 1n)
      return { settlement, begun: true }
    },
    bar: (payer, until) => void barred.set(payer.toLowerCase(), until),
    barredUntil: (payer) => barred.get(payer.toLowerCase()) ?? 0,
    settledBy: (payer) => settled.get(payer.toLowerCase())?.payments ?? 0,
    settledValueBy: (payer) => settled.get(payer.toLowerCase())?.value ?? 0n,
    forget: (payer) => void settled.delete(payer.toLowerCase()),
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
          resolving.push(() => resolve(outcome))
          if (resolving.length === 1) timers.soon(resolveSome)
        }
        waiters.add(answer)
      })
    },
    end(settlement, outcome) {
      if (settlement.phase === 'ended') return
      settlement.phase = 'ended'
      running.delete(settlement.payment.id)
      count(settlement.payment, -1n)
      const { network } = settlement.payment
      metrics.outcomes.add({ network, outcome: endOf(outcome) })
      if (outcome.kind === 'settled') {
        const { settledAt } = settlement.payment
        // One that a reorganisation removed is settled again, and counts once.
        if (settledAt === null) countSettled(settlement.payment)
        metrics.latency.observe((clock.now() - settlement.since) / 1000, { network })
      }
      for (const answer of waiting.get(settlement) ?? []) answer(outcome)
      waiting.delete(settlement)
    },
    stopWaiting(isMeant = () => true) {
      for (const [settlement, waiters] of waiting) {
        if (!isMeant(settlement)) continue
        waiting.delete(settlement)
        for (const answer of waiters) answer({ kind: 'pending', transaction: settlement.transaction })
      }
    },
  }
}

/** As it is counted. A payment ends without an outcome where the ledger has lost it. */
function endOf(outcome: SettlementOutcome): string {
  if (outcome.kind === 'pending') return 'lost'
  return outcome.kind === 'refused' && outcome.payment.state === 'owed' ? 'owed' : outcome.kind
}

/** What these payments bring, in base units: a refund brings nothing. */
export function broughtBy(settlements: readonly PendingSettlement[]): bigint {
  return settlements.reduce((sum, { payment }) => (payment.timing === 'refund' ? sum : sum + payment.amount), 0n)
}

/** How a payment ended, undefined while it has not. */
export function outcomeOf(payment: Payment): SettlementOutcome | undefined {
  if (isSettled(payment)) return { kind: 'settled', payment }
  if (payment.state === 'refused' || payment.state === 'reversed' || payment.state === 'owed') {
    return { kind: 'refused', payment, reason: payment.reason ?? 'invalid_exact_evm_transaction_failed' }
  }
  return undefined
}

/** @throws TypeError for a payment by a transfer: it is on chain already, so there is nothing to settle. */
function authorizationOf(payment: Payment): Authorization {
  if (payment.authorization === null) throw new TypeError('only authorizations are settled')
  return { from: payment.payer, to: payment.payTo, value: payment.amount, ...payment.authorization }
}
