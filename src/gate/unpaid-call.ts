import type { AnyOffer } from '../offers/offer.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Caller } from '../shared/caller.ts'
import { hasPassed, utcHour, type Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import { countsForCaller } from '../shared/problems.ts'
import { tooManyRuns } from './call-refusals.ts'
import { headersForRun } from './caller-headers.ts'
import { runOf } from './limits/counted-run.ts'
import { createFairUse } from './limits/fair-use.ts'
import type { OfferCall } from './offer-call.ts'
import { refused, type GateOutcome } from './outcome.ts'
import { refusedByThrown } from './thrown.ts'
import type { DailyQuota, QuotaUnit } from './limits/quota.ts'
import { runOffer, type ContextWithoutSignal } from './run/run-offer.ts'
import type { StartedStream } from './run/run-stream.ts'
import { createSeat } from './limits/seat.ts'

/** Calls without a payment that are answered: of free offers, and of offers with free calls every day. */
export interface UnpaidCalls {
  run(offerCall: OfferCall): Promise<GateOutcome>
  /** Null once the free calls of the day are used up. */
  runOnQuota(offerCall: OfferCall): Promise<GateOutcome | null>
  /** A call with a key of its caller's own; null where the key is refused. */
  runWithOwnKey(offerCall: OfferCall): Promise<GateOutcome | null>
  /** Takes a unit of the day's quota for this call; null when none is left. */
  takeUnit(offerCall: OfferCall): Promise<QuotaRun | null>
}

/** A run for which a unit of the quota was taken. */
export interface QuotaRun {
  run(): Promise<GateOutcome>
  /** Gives the unit back unused. */
  undo(): Promise<unknown>
}

export interface UnpaidCallParts {
  readonly quota: DailyQuota
  readonly ledger: Pick<Ledger, 'runsOfClient' | 'countFreeRun' | 'takeQuota'>
  /** Runs of a client that may fail in an hour by its doing. */
  readonly runsPerClient: number
  readonly context: ContextWithoutSignal
  readonly timers: Timers
  readonly log: Log
}

export function createUnpaidCalls(parts: UnpaidCallParts): UnpaidCalls {
  const fairUse = createFairUse({ clock: parts.context.clock, ledger: parts.ledger })
  const steady = new WeakMap<AnyOffer, { readonly at: number; readonly sold: readonly AnyOffer[]; readonly outcome: GateOutcome }>()

  async function run(offerCall: OfferCall): Promise<GateOutcome> {
    const { offer } = offerCall
    if (offer.fairUse !== undefined) return runInFairUse(offerCall)
    if (offer.steadyMs === undefined || !offerCall.input.isBare) return runAlone(offerCall)
    const now = parts.context.clock.now()
    // Such answers describe what is sold, which changes with prices and engines.
    const sold = parts.context.catalog.offers
    const kept = steady.get(offer)
    if (kept && kept.sold === sold && !hasPassed(kept.at, offer.steadyMs, now)) return kept.outcome
    const made = await runAlone(offerCall)
    if (made.kind !== 'answer') return made
    const outcome = { ...made, steady: true } as const
    steady.set(offer, { at: now, sold, outcome })
    return outcome
  }

  /** Such a run is work. One that fails by its client's doing counts with those of the client's new wallets. */
  async function runInFairUse(offerCall: OfferCall): Promise<GateOutcome> {
    const { clock } = parts.context
    const { client, offer } = offerCall
    const startedAt = clock.now()
    const limited = await fairUse(offer, client)
    if (limited) return refused(limited)
    // Nothing is sold here, so no call is refused when the ledger does not answer.
    const runs = await parts.ledger.runsOfClient({ client, hour: utcHour(startedAt) }).catch(() => 0)
    if (runs >= parts.runsPerClient) return refused(tooManyRuns('client', startedAt))
    const outcome = await runAlone(offerCall)
    if (outcome.kind === 'refused' && countsForCaller(outcome.refusal.kind))
      await parts.ledger.countFreeRun({ client, ...runOf(startedAt, clock.now()) }).catch(() => {})
    return outcome
  }

  async function runAlone(offerCall: OfferCall): Promise<GateOutcome> {
    const { offer, input, client } = offerCall
    const caller: Caller = { standing: 'free', client, payer: null }
    const seat = createSeat(offer)
    const noPlace = seat.take(caller)
    if (noPlace) return refused(noPlace)
    let streams = false
    try {
      const ran = await runOffer(
        offer,
        input.parsed(),
        { ...headersForRun(offerCall), caller, takeFreeUnit: async () => (await parts.quota.take(client)) !== null },
        parts,
      )
      if (ran.kind === 'refused') return ran
      streams = ran.kind === 'streaming'
      if (ran.kind === 'streaming') return streamOnce(ran.stream, () => seat.leave())
      return { kind: 'answer', ...ran.answer, payment: null, replay: false }
    } finally {
      if (!streams) seat.leave()
    }
  }

  async function takeUnit(offerCall: OfferCall): Promise<QuotaRun | null> {
    const unit = await parts.quota.take(offerCall.client)
    return unit && { run: () => runOnUnit(offerCall, unit), undo: unit.undo }
  }

  async function runOnUnit(offerCall: OfferCall, unit: QuotaUnit): Promise<GateOutcome> {
    const outcome = await run(offerCall).catch((error: unknown) => refusedByThrown(error, offerCall.offer, parts.log))
    // A failed call costs nothing, not even a unit of the quota, unless too many of them fail by their client's doing.
    if (outcome.kind !== 'refused') return { ...outcome, quota: unit.quota }
    return { ...outcome, quota: countsForCaller(outcome.refusal.kind) ? await unit.giveBack() : await unit.undo() }
  }

  async function runOnQuota(offerCall: OfferCall): Promise<GateOutcome | null> {
    const unit = await takeUnit(offerCall)
    return unit && unit.run()
  }

  async function runWithOwnKey(offerCall: OfferCall): Promise<GateOutcome | null> {
    const outcome = await runAlone(offerCall)
    return outcome.kind === 'refused' && outcome.refusal.code === 'own_key_refused' ? null : outcome
  }

  return { run, runOnQuota, runWithOwnKey, takeUnit }
}

/** An answer that nobody paid for is not kept: it is read once, as fast as its caller reads. */
function streamOnce({ head, chunks }: StartedStream, onEnd: () => void): GateOutcome {
  let end: (payment: null) => void = () => {}
  const ended = new Promise<null>((resolve) => void (end = resolve))
  const over = () => {
    onEnd()
    end(null)
  }
  const reading: AsyncIterator<Uint8Array> = {
    async next() {
      const result = await chunks.next().catch((error: unknown) => {
        over()
        throw error
      })
      if (result.done === true) over()
      return result
    },
    async return() {
      over()
      return chunks.return()
    },
  }
  const read = () => ({ [Symbol.asyncIterator]: () => reading })
  return { kind: 'answer', ...head, body: new Uint8Array(), stream: { read, ended }, payment: null, replay: false }
}
