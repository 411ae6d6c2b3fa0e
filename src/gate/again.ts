import type { Ledger } from '../ledger/ledger.ts'
import type { Payment } from '../ledger/payment.ts'
import { refusalReason } from '../payments/refusals.ts'
import type { Timers } from '../shared/clock.ts'
import { Problem } from '../shared/problems.ts'
import { problemOutcome, type GateOutcome, type Question } from './question.ts'

/** Calls of this process that are being answered, by receipt id. */
export interface InFlight {
  get(id: string): Promise<GateOutcome> | undefined
}

export interface AgainParts {
  readonly ledger: Ledger
  readonly timers: Timers
  readonly inFlight: InFlight
  /** Gives up a claim of this process whose call broke off and could not give it up itself; null for all others. */
  readonly giveUp: (payment: Payment) => Promise<GateOutcome | null>
  /** Picks a settlement up again that a retry found unfinished. */
  readonly awaitSettlement: (payment: Payment, question: Question) => Promise<GateOutcome>
  readonly waitMs: number
  /** Somebody else broadcasts what is settled, and no transaction is on record before it is found on chain. */
  readonly handsOver: boolean
}

/** A question that brings a payment which the ledger knows. */
export interface Repeat {
  readonly question: Question
  readonly fingerprint: string
  /** The caller's idempotency keys, scoped to a payer. */
  keys(payer: string): readonly string[]
  /** Of the credential that came, where only the payer can have it (an MPP challenge id is not public); else null. */
  readonly ownCredential: string | null
}

/** Decides a known payment by its state alone, so that a retry is never told to pay again. */
export async function answerAgain(parts: AgainParts, payment: Payment, repeat: Repeat): Promise<GateOutcome> {
  const same = payment.fingerprint === repeat.fingerprint
  if (isPublic(payment, parts.handsOver) && !mayHaveAnswer(payment, repeat)) {
    return problemOutcome(new Problem('answer_delivered', 'This payment was used. Its answer goes only to the caller who paid.'))
  }
  switch (payment.state) {
    case 'claimed':
    case 'served':
    case 'settling':
      if (!same)
        return problemOutcome(
          new Problem('payment_in_flight', 'This payment is buying another request at this moment.', { retryAfter: 2 }),
          payment,
        )
      return waitForTwin(parts, payment, repeat)
    case 'settled':
    case 'free':
    case 'uncharged':
    case 'reversed':
      if (!same) return alreadyUsed(repeat, payment)
      return storedAnswer(parts, payment)
    case 'refused':
      return refusedAgain(repeat, payment)
    default:
      return alreadyUsed(repeat, payment)
  }
}

/** Once a settlement may have been broadcast, its signature stands in public calldata and proves nothing any more. */
function isPublic({ transaction, state }: Payment, handsOver: boolean): boolean {
  return transaction !== null || (handsOver && (state === 'served' || state === 'settling'))
}

/** The client address of the first call, or whoever repeats its Idempotency-Key, payment-identifier or MPP credential. */
function mayHaveAnswer(payment: Payment, repeat: Repeat): boolean {
  return (
    payment.client === repeat.question.client ||
    payment.credentialHash === repeat.ownCredential ||
    repeat.keys(payment.payer).some((key) => payment.keys.includes(key))
  )
}

function alreadyUsed(repeat: Repeat, payment: Payment): GateOutcome {
  const { offer, input } = repeat.question
  return { kind: 'payment_required', offer, input, refusal: { reason: 'payment_already_used' }, payment }
}

function refusedAgain(repeat: Repeat, payment: Payment): GateOutcome {
  const { offer, input } = repeat.question
  return { kind: 'payment_required', offer, input, refusal: { reason: refusalReason(payment.reason ?? '') }, payment }
}

/** Gives the stored answer of an ended payment. */
export async function storedAnswer(parts: Pick<AgainParts, 'ledger'>, payment: Payment): Promise<GateOutcome> {
  const answer = await parts.ledger.answer(payment.id)
  if (!answer)
    return problemOutcome(new Problem('answer_expired', 'The stored answer of this payment is no longer kept; its receipt is.'), payment)
  return { kind: 'answer', status: answer.status, contentType: answer.contentType, body: answer.body, payment, replay: true }
}

/** The same payment for the same request, while the first is on its way: wait, and give the same answer. */
async function waitForTwin(parts: AgainParts, payment: Payment, repeat: Repeat): Promise<GateOutcome> {
  const twin = parts.inFlight.get(payment.id)
  if (twin) {
    const outcome = await twin
    return outcome.kind === 'answer' ? { ...outcome, replay: true } : outcome
  }
  if (payment.state !== 'claimed') return parts.awaitSettlement(payment, repeat.question)
  const givenUp = await parts.giveUp(payment)
  if (givenUp) return givenUp
  // The row is another instance's, or it ended a moment ago: follow the row.
  for (let waited = 0; waited < parts.waitMs; waited += 50) {
    await parts.timers.sleep(50)
    const now = await parts.ledger.find(payment.id)
    if (!now || now.state === 'released' || now.state === 'credit') {
      return problemOutcome(
        new Problem('run_failed', 'The first request with this payment failed; nothing was charged.', { retryAfter: 1 }),
        now ?? null,
      )
    }
    if (now.state === 'served' || now.state === 'settling') return parts.awaitSettlement(now, repeat.question)
    if (now.state === 'refused') return refusedAgain(repeat, now)
    if (now.state !== 'claimed') return storedAnswer(parts, now)
  }
  return problemOutcome(
    new Problem('payment_in_flight', 'The first request with this payment is still running.', { retryAfter: 5 }),
    payment,
  )
}
