import type { Authorization } from '../chain/chain.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Payment } from '../ledger/payment.ts'
import type { OfferInput } from '../offer.ts'
import type { Credential } from '../payments/credential.ts'
import type { MppChallenges } from '../payments/mpp/challenge.ts'
import type { ReceivedCredential } from '../payments/received-credential.ts'
import { refusalReason, type Refusal } from '../payments/refusals.ts'
import type { Checkpoint } from '../shared/checkpoint.ts'
import { unixSeconds, utcDay, type Clock, type Timers } from '../shared/clock.ts'
import { newReceiptId } from '../shared/ids.ts'
import type { Log } from '../shared/log.ts'
import { Problem } from '../shared/problems.ts'
import type { Random } from '../shared/random.ts'
import type { Settler } from '../settler/settler.ts'
import { answerAgain, storedAnswer, type Repeat } from './again.ts'
import type { RefusalNote } from './refusal-note.ts'
import { createBrokenOff } from './broken-off.ts'
import { interrupted, keyReused, payerBarred, settlementPending, tooManyRuns } from './claim-problems.ts'
import { hourOf } from './hours.ts'
import { claimedIdentity } from './identity-of.ts'
import { createHeldPayments, isVery } from './held-payments.ts'
import { normalize } from './normalize.ts'
import { createTransferCalls } from './transfer-call.ts'
import { fingerprint } from './fingerprint.ts'
import { scopedKeys } from './scoped-keys.ts'
import type { RateLimit } from './rate-limit.ts'
import { problemOutcome, type GateOutcome, type Question } from './question.ts'
import { runOffer, type ContextWithoutSignal } from './run-offer.ts'
import { freeCallBelow } from './terms.ts'
import { verifyCredential, type VerifyParts } from './verify.ts'

export interface PaidCallParts {
  readonly verify: VerifyParts
  readonly mppChallenges: Pick<MppChallenges, 'verify'>
  /** Payments by transfers that are on chain already. */
  readonly transfers: { readonly bareHashes: boolean; readonly theftLimitPerDay: bigint }
  readonly ledger: Ledger
  readonly settler: Settler
  readonly context: ContextWithoutSignal
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  readonly log: Log
  /** Told of every payment that fails verification; it writes no ledger row. */
  readonly refused: RefusalNote
  /** Of refusals that took questions to a chain, which cost us and whoever shares our nodes, and the sender nothing. */
  readonly refusalLimit: RateLimit
  readonly checkpoint: Checkpoint
  readonly instance: string
  /** Others wait for our leases when we are gone: they last for the run, and whoever settles renews them. */
  readonly shared?: boolean
  readonly limits: { readonly freeCallsPerClientPerDay: number; readonly unchargedRunsPerHour: number; readonly settleWaitMs: number }
}

/** Claim before work, settle after it; see docs/paid-call.md for the state machine. */
export interface PaidCalls {
  /** `unavailable` says why the offer can't be run now: a payment that the ledger knows is answered all the same. */
  call(
    question: Question,
    input: OfferInput<unknown, unknown, unknown>,
    credential: ReceivedCredential,
    unavailable: Problem | null,
  ): Promise<GateOutcome>
  /** Calls that are being answered now. */
  readonly inFlight: ReadonlyMap<string, Promise<GateOutcome>>
}

const leaseMarginMs = 30_000

export function createPaidCalls(parts: PaidCallParts): PaidCalls {
  const { ledger, clock, limits, log } = parts
  const inFlight = new Map<string, Promise<GateOutcome>>()
  const brokenOff = createBrokenOff({ ledger, clock, log })
  const held = createHeldPayments({ ledger, clock })
  const again = {
    ledger,
    giveUp: (payment: Payment) => brokenOff.giveUp(payment),
    timers: parts.timers,
    inFlight,
    awaitSettlement: (payment: Payment, question: Question) => settle(payment, question),
    waitMs: limits.settleWaitMs,
    handsOver: parts.settler.vet !== undefined,
  }

  const leaseUntil = (now: number, deadlineMs: number) => now + deadlineMs + (parts.shared ? 0 : limits.settleWaitMs) + leaseMarginMs
  const transfers = createTransferCalls({
    ...parts,
    verify: { ...parts.verify, bareHashes: parts.transfers.bareHashes },
    unchargedRunsPerHour: limits.unchargedRunsPerHour,
    theftLimitPerDay: parts.transfers.theftLimitPerDay,
    leaseUntil,
    begin,
    again: (payment, repeat) => answerAgain(again, payment, repeat),
    refuse,
    asked: (client) => void parts.refusalLimit.take(client),
  })

  async function call(
    question: Question,
    input: OfferInput<unknown, unknown, unknown>,
    received: ReceivedCredential,
    unavailable: Problem | null,
  ): Promise<GateOutcome> {
    const repeat: Repeat = {
      question,
      fingerprint: fingerprint(question.offer, input),
      keys: (payer) => scopedKeys(question, received, payer),
      ownCredential: received.kind === 'mpp' ? received.hash : null,
    }
    const normal = normalize({ challenges: parts.mppChallenges, nowSeconds: unixSeconds(clock) }, question.offer, received)
    const identity = normal.kind === 'authorization' ? normal.identity : claimedIdentity(received)
    const retryAfter = parts.refusalLimit.wait(question.client)
    const isNew = normal.kind === 'authorization' && !unavailable && retryAfter === 0 && held.isNew(received, normal.identity)
    const known = isNew ? null : await held.heldBy(received, identity)
    if (known && isVery(known, received)) return answerAgain(again, known, repeat)
    if (unavailable) return problemOutcome(unavailable)
    if (retryAfter > 0)
      return problemOutcome(new Problem('rate_limited', 'Too many payments from this address were refused.', { retryAfter }))

    if (normal.kind === 'problem') return problemOutcome(normal.problem)
    if (normal.kind === 'refused') return refuse(question, normal.refusal, null)
    if (normal.kind === 'transfer') return transfers.call(repeat, input, normal)
    const { credential } = normal
    const verify = () => verifyCredential(parts.verify, question.offer, normal, known)
    const verified = await (isNew ? held.verifyNew(received, normal.identity, verify) : verify())
    if (verified.kind === 'verified') return claimAndRun(repeat, input, credential, verified)
    if (verified.kind === 'known') return answerAgain(again, verified.payment, repeat)
    if (verified.kind === 'problem') return problemOutcome(verified.problem)
    if (verified.asked) parts.refusalLimit.take(question.client)
    return refuse(question, verified.refusal, { payer: credential.proof.authorization.from, network: credential.proof.network })
  }

  function refuse(question: Question, refusal: Refusal, about: { payer: string; network: string } | null): GateOutcome {
    parts.refused(refusal, about)
    return { kind: 'payment_required', offer: question.offer, input: question.input, refusal, payment: null }
  }

  async function claimAndRun(
    repeat: Repeat,
    input: OfferInput<unknown, unknown, unknown>,
    credential: Credential,
    verified: { authorization: Authorization; state: { balance: bigint; block: bigint }; identities: readonly string[] },
  ): Promise<GateOutcome> {
    const { question } = repeat
    const { offer, client } = question
    const { network, asset } = credential.proof
    const { authorization } = verified
    const payer = authorization.from.toLowerCase() as typeof authorization.from
    const now = clock.now()
    const id = newReceiptId(parts.random, now)
    const [identity = ''] = verified.identities
    const claiming = ledger.claim({
      id,
      now,
      offerId: offer.id,
      fingerprint: repeat.fingerprint,
      protocol: credential.protocol,
      network,
      asset: asset.toLowerCase() as typeof asset,
      payer,
      payTo: authorization.to.toLowerCase() as typeof authorization.to,
      amount: authorization.value,
      authorization: {
        nonce: authorization.nonce,
        validAfter: authorization.validAfter,
        validBefore: authorization.validBefore,
        signature: authorization.signature,
      },
      identities: verified.identities,
      credentialHash: credential.hash,
      client,
      keys: repeat.keys(payer),
      instance: parts.instance,
      leaseUntil: leaseUntil(now, offer.deadlineMs),
      balance: verified.state.balance,
      block: verified.state.block,
      freeCall: authorization.value < freeCallBelow ? { day: utcDay(now), client, dailyLimit: limits.freeCallsPerClientPerDay } : null,
      unchargedRuns: { hour: hourOf(now), limit: limits.unchargedRunsPerHour },
    })
    const claim = await claiming.catch((error: unknown) => {
      brokenOff.doubt(id)
      throw error
    })
    switch (claim.result) {
      case 'claimed':
        return begin(claim.payment, repeat, input)
      case 'taken':
        return answerAgain(again, claim.payment, repeat)
      case 'key_taken':
        // The payer proved itself with a fresh signature, which is not claimed and never used: one purchase, one charge.
        if (claim.payment.fingerprint !== repeat.fingerprint) {
          return problemOutcome(keyReused())
        }
        return answerAgain(again, claim.payment, repeat)
      case 'not_covered':
        return {
          kind: 'payment_required',
          offer,
          input: question.input,
          refusal: {
            reason: 'invalid_exact_evm_insufficient_balance',
            field: 'payload.authorization.value',
            expected: `a balance that covers this payment and the ${claim.outstanding} base units already promised to this service`,
            received: `${verified.state.balance}`,
          },
          payment: null,
        }
      case 'too_many_uncharged_runs':
        return unlessHeld(tooManyRuns(limits.unchargedRunsPerHour, now))
      case 'barred':
        return unlessHeld(payerBarred(claim.until, now))
    }

    /** Who may not buy anything now has what was bought before all the same. */
    async function unlessHeld(problem: Problem): Promise<GateOutcome> {
      const bought = await ledger.hotByIdentity(identity)
      return bought && bought.state !== 'released' ? answerAgain(again, bought, repeat) : problemOutcome(problem)
    }
  }

  /** Registered before anything else can run, so that every twin finds it. */
  function begin(payment: Payment, repeat: Repeat, input: OfferInput<unknown, unknown, unknown>): Promise<GateOutcome> {
    const ending = answer(payment, repeat, input)
      .catch((error: unknown) => brokenOff.end(payment, error))
      .finally(() => {
        // A released payment may be claimed again before this is reached: that call is not ours to take out.
        if (inFlight.get(payment.id) === ending) inFlight.delete(payment.id)
      })
    inFlight.set(payment.id, ending)
    return ending
  }

  async function answer(payment: Payment, repeat: Repeat, input: OfferInput<unknown, unknown, unknown>): Promise<GateOutcome> {
    parts.checkpoint('claimed')
    const { offer } = repeat.question
    const objection = await objectionTo(payment)
    if (objection !== null) return objectedTo(payment, objection, repeat.question)
    const run = await runOffer(offer, input, { context: parts.context, timers: parts.timers, log })
    parts.checkpoint('worked')
    const at = { id: payment.id, epoch: payment.epoch, at: clock.now(), hour: hourOf(clock.now()) }
    if (run.kind === 'failed') {
      const released = await ledger.release({ ...at, reason: run.problem.code, counted: true })
      return released ? problemOutcome(run.problem, released) : lost(payment)
    }
    const stored = { status: 200, contentType: run.contentType, body: run.body }
    const ended = run.charge
      ? await ledger.serve({ ...at, answer: stored, claimed: payment })
      : await ledger.uncharge({ ...at, answer: stored, reason: run.reason })
    if (!ended) return lost(payment)
    parts.checkpoint('served')
    if (ended.state !== 'served') return { kind: 'answer', ...stored, payment: ended, replay: false }
    return settle(ended, repeat.question, stored)
  }

  /** Whoever settles for us may have rules of its own: better heard before the work than after it. What is free is shown to nobody. */
  async function objectionTo({ authorization, free, network, payer, payTo, amount }: Payment): Promise<string | null> {
    if (free || authorization === null || parts.settler.vet === undefined) return null
    return parts.settler.vet(network, { from: payer, to: payTo, value: amount, ...authorization })
  }

  async function objectedTo({ id, epoch, payer, network }: Payment, objection: string, question: Question): Promise<GateOutcome> {
    const reason = refusalReason(objection)
    parts.refusalLimit.take(question.client)
    const at = clock.now()
    const released = await ledger.release({ id, epoch, reason, counted: true, hour: hourOf(at), at })
    return released ? refuse(question, { reason }, { payer, network }) : lost({ id })
  }

  /** The lease ran out while the product ran (a suspended machine, say) and somebody else decided: what the row says is the truth. */
  async function lost({ id }: Pick<Payment, 'id'>): Promise<GateOutcome> {
    log.error({ payment: id }, 'a claim was lost while its product ran')
    const row = await ledger.find(id)
    return row?.state === 'released' ? interrupted(row) : settlementPending(row ?? null)
  }

  async function settle(
    payment: Payment,
    question: Question,
    fresh?: { status: number; contentType: string; body: Uint8Array },
  ): Promise<GateOutcome> {
    const outcome = await parts.settler.settle(payment, limits.settleWaitMs)
    switch (outcome.kind) {
      case 'settled':
        if (fresh) return { kind: 'answer', ...fresh, payment: outcome.payment, replay: false }
        return storedAnswer({ ledger }, outcome.payment)
      case 'refused':
        return {
          kind: 'payment_required',
          offer: question.offer,
          input: question.input,
          refusal: { reason: refusalReason(outcome.reason) },
          payment: outcome.payment,
        }
      case 'pending':
        return settlementPending({ ...payment, transaction: outcome.transaction ?? payment.transaction })
    }
  }

  return { call, inFlight }
}
