import type { Payment, StoredAnswer } from '../../ledger/payments/payment.ts'
import type { Deliveries } from '../../ledger/deliveries/delivery.ts'
import type { WatchedAnswer } from '../../offers/watchlist/watched-answer.ts'
import { daysBefore } from '../../offers/watchlist/day.ts'
import { overlapDays, type WatchlistRequest } from '../../offers/watchlist/watchlist-query.ts'
import { runOf } from '../limits/counted-run.ts'
import { checkAnswer } from '../run/check-answer.ts'
import { choosePage, type ChosenPage } from '../watchlist/choose-page.ts'
import { positionOf, type Poller } from '../watchlist/position-of.ts'
import type { CallParts } from './call-parts.ts'
import type { Claimed, Served } from './call-states.ts'
import { claimLost } from './claim-lost.ts'
import { endReleased } from './release-claim.ts'
import { next, type Next } from './step.ts'
import type { Refused } from '../outcome.ts'
import { refusalOf } from '../../shared/refusal.ts'

export type StoreWatchedParts = Pick<CallParts, 'ledger' | 'clock' | 'timers' | 'log' | 'failPoint' | 'pollPace'>

/** A position moves on with every delivery to the same payer; more calls at once than this are told to come again. */
const maxTries = 20
/** What one payer may have on record, so that nobody fills the ledger. */
const maxOfPayer = { positions: 200, items: 50_000 }
const dayMs = 24 * 3_600_000
const nothingNew = 'nothing_new'

/**
 * Stores the answer of a watchlist: chooses what this payer was not given yet, and marks it in the unit that stores the answer. Where
 * nothing is new, the answer is not charged.
 */
export async function storeWatched(claimed: Claimed, watched: WatchedAnswer, parts: StoreWatchedParts): Promise<Next<Served> | Refused> {
  const { offerCall, input, payment } = claimed
  const { ledger, clock } = parts
  const { request } = watched
  const key = positionOf(offerCall.offer, input, pollerOf(claimed))
  for (let tries = 0; tries < maxTries; tries++) {
    // Whoever sends a bare hash may not be the payer, so it neither sees nor moves a position.
    const delivered = isPayers(payment) ? await ledger.deliveries({ ...key, fromDay: daysBefore(request.windowFrom, overlapDays) }) : null
    const chosen = choosePage(watched, delivered, clock.now())
    if (delivered && isFull(delivered, chosen)) return refuseFull(claimed, parts)
    const checked = await checkAnswer(offerCall.offer, watched.body(chosen.page), parts)
    if (checked.kind === 'refused') return endReleased(offerCall.offer, payment, checked.refusal, parts)
    const { answer } = checked
    const at = clock.now()
    if (chosen.sold.length === 0) {
      if (delivered && isWorthNoting(delivered, request, at)) await ledger.notePoll({ ...key, sinceDay: request.since, at })
      if (payment.authorization) parts.pollPace.broughtNothing(key.id)
      const { id, epoch } = payment
      const stored = await ledger.uncharge({
        id,
        epoch,
        at,
        answer,
        reason: nothingNew,
        counted: watched.asked ? runOf(payment.claimedAt, at) : null,
      })
      return stored ? passOn(stored, answer) : await claimLost(payment, parts)
    }
    const stored = await serve(chosen, answer, at, delivered)
    if (stored === 'moved_on') continue
    return stored ? passOn(stored, answer) : await claimLost(payment, parts)
  }
  const busy = refusalOf('overloaded', 'This wallet sends too many calls for the same watchlist at once.', { retryAfter: 1 })
  return endReleased(offerCall.offer, payment, busy, parts)

  function serve(chosen: ChosenPage, answer: StoredAnswer, at: number, delivered: Deliveries | null) {
    const { id, epoch } = payment
    if (!delivered) return ledger.serve({ id, epoch, at, answer, claimed: payment })
    const { sold: items, added } = chosen
    const delivery = { ...key, version: delivered.version, sinceDay: request.since, items, added }
    return ledger.serveDelivery({ id, epoch, at, answer, delivery })
  }

  function passOn(stored: Payment, answer: StoredAnswer) {
    parts.failPoint('served')
    return next({ offerCall, input, payment: stored, answer })
  }
}

function pollerOf({ payment, plain = false }: Claimed): Poller {
  return { payer: payment.payer, network: payment.network, plain: plain || payment.authorization === null }
}

function isPayers({ authorization, bound }: Payment): boolean {
  return authorization !== null || bound
}

/** The earliest day that is wanted, and once a day that it still is. */
function isWorthNoting({ sinceDay, askedAt }: Deliveries, { since }: WatchlistRequest, now: number): boolean {
  return sinceDay === null || since < sinceDay || now - askedAt > dayMs
}

function isFull({ ofPayer, version, sinceDay }: Deliveries, { added }: ChosenPage): boolean {
  const isNew = version === 0 && sinceDay === null
  return (isNew && ofPayer.positions >= maxOfPayer.positions) || (added > 0 && ofPayer.items + added > maxOfPayer.items)
}

function refuseFull({ offerCall, payment }: Claimed, parts: StoreWatchedParts): Promise<Refused> {
  const problem = refusalOf(
    'watchlist_full',
    `A wallet may watch ${maxOfPayer.positions} queries and have ${maxOfPayer.items} items on record.`,
  )
  return endReleased(offerCall.offer, payment, problem, parts)
}
