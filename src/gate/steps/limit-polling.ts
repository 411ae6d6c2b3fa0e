import type { Hex } from '../../shared/bytes.ts'
import type { WatchlistQuery } from '../../offers/watchlist/watchlist-query.ts'
import { positionOf } from '../watchlist/position-of.ts'
import type { CallParts } from './call-parts.ts'
import type { Verified } from './call-states.ts'
import { next, type Next } from './step.ts'
import { refuse, type Refused } from '../outcome.ts'

/**
 * A watchlist that brought its payer nothing may be polled again a minute later. Only authorizations are held to it: a transfer that
 * bought nothing is a credit, and its hash is public, so somebody else could keep a payer waiting with it.
 */
export function limitPolling(call: Verified, { pollPace }: Pick<CallParts, 'pollPace'>): Next<Verified> | Refused {
  const { proof, offerCall, input } = call
  if (!offerCall.offer.watchlist || proof.kind !== 'authorization') return next(call)
  // What is sold again is charged, however often.
  if ((input.query as WatchlistQuery).redeliver === 'true') return next(call)
  const payer = proof.authorization.from.toLowerCase() as Hex
  const poller = { payer, network: proof.credential.proof.network, plain: !proof.contract }
  const retryAfter = pollPace.wait(positionOf(offerCall.offer, input, poller).id)
  if (retryAfter === 0) return next(call)
  return refuse('polled_too_soon', 'This watchlist brought nothing new a moment ago.', { retryAfter })
}
