import { countsForCaller } from '../../shared/problems.ts'
import { runOf } from '../limits/counted-run.ts'
import type { Streaming } from '../run/run-offer.ts'
import type { CallParts } from './call-parts.ts'
import type { Ran, Served } from './call-states.ts'
import { claimLost } from './claim-lost.ts'
import { next, type Next } from './step.ts'
import { streamAnswer } from './stream-answer.ts'
import { storeWatched, type StoreWatchedParts } from './store-watched.ts'
import type { Refused } from '../outcome.ts'

type Parts = StoreWatchedParts & Pick<CallParts, 'earlyAnswers' | 'recordSale'>

/** Stores the answer with its payment before anything is settled or sent. */
export async function store(ran: Ran, parts: Parts): Promise<Next<Served> | Refused> {
  const { offerCall, input, payment, run, plain = false } = ran
  if (run.kind === 'streaming') return streamPaid(ran, run, parts)
  if (run.charge && run.watched) return storeWatched(ran, run.watched, parts)
  const { ledger, clock, earlyAnswers } = parts
  const { id, epoch } = payment
  const early = run.charge && (await earlyAnswers?.considers(offerCall.offer, payment, plain)) === true
  const at = clock.now()
  const { answer } = run
  const stored = run.charge
    ? await (early ? earlyAnswers!.serve(payment, answer, at) : ledger.serve({ id, epoch, at, answer, claimed: payment }))
    : await ledger.uncharge({ id, epoch, at, answer, reason: run.reason, counted: run.counted ? runOf(payment.claimedAt, at) : null })
  if (!stored) return await claimLost(payment, parts)
  parts.failPoint('served')
  return next({ offerCall, input, payment: stored, answer })
}

/** Sends an answer while it is made that is not settled first: a first call free, or one that a transfer has paid for. */
async function streamPaid(ran: Ran, { stream }: Streaming, parts: Parts): Promise<Next<Served>> {
  const { ledger, clock } = parts
  const { id, epoch, claimedAt } = ran.payment
  return streamAnswer(ran, stream, parts, {
    whole: (answer) => ledger.serve({ id, epoch, at: clock.now(), answer }),
    async failed({ code, kind }) {
      const counts = countsForCaller(kind)
      const counted = counts ? runOf(claimedAt, clock.now()) : null
      // Its caller may have read most of it, and a new wallet must not have such work done again and again.
      return ledger.release({ id, epoch, reason: code, counted, freeCallUsed: counts })
    },
    lost: () => claimLost(ran.payment, parts),
  })
}
