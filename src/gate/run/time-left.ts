import type { OfferCall } from '../offer-call.ts'

/** An offer with a longer deadline than this says so in its description, and its callers must wait. */
const usualRunMs = 25_000
/** What such a run leaves for its settlement. */
const minSettlementMs = 10_000

/**
 * Milliseconds until the answer is due, 0 where it is overdue: `answerWithinMs` after the request came, or later for an offer that says it
 * runs for long. Proxies answer 504 without a receipt where we are later than they wait.
 */
export function timeLeft({ offer, arrivedAt }: Pick<OfferCall, 'offer' | 'arrivedAt'>, answerWithinMs: number, now: number): number {
  const allMs = offer.deadlineMs > usualRunMs ? offer.deadlineMs + minSettlementMs : answerWithinMs
  // The clock may have been set back in the meantime.
  return Math.min(allMs, Math.max(0, arrivedAt + allMs - now))
}
