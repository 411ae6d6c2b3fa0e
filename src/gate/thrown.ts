import type { AnyOffer } from '../offers/offer.ts'
import type { Log } from '../shared/log.ts'
import { refused, refuse, type Refused } from './outcome.ts'
import { Problem } from '../shared/problems.ts'

/** The refusal of a call in which this was thrown. What is not a `Problem` is a fault of ours, which the log has. */
export function refusedByThrown(error: unknown, { id }: AnyOffer, log: Log): Refused {
  if (error instanceof Problem) return refused(error)
  log.error({ err: error, offer: id }, 'the gate failed')
  return refuse('internal_error', 'Something went wrong on our side.', { cause: error })
}
