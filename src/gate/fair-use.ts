import type { AnyOffer } from '../offers/offer.ts'
import type { Clock } from '../shared/clock.ts'
import { Problem } from '../shared/problems.ts'
import { createRateLimit, type RateLimit } from '../shared/rate-limit.ts'

/** Takes one run of this client from an offer's fair use; the problem to answer with where none is left. */
export type FairUse = (offer: AnyOffer, client: string) => Problem | null

/** Limits of free offers whose runs cost work. Each process counts for itself. */
export function createFairUse(clock: Clock): FairUse {
  const limits = new Map<string, RateLimit>()
  return ({ id, fairUse, title }, client) => {
    if (fairUse === undefined) return null
    let limit = limits.get(id)
    if (!limit) {
      limit = createRateLimit({ burst: fairUse.burst, perSecond: fairUse.perMinute / 60, clock })
      limits.set(id, limit)
    }
    const retryAfter = limit.take(client)
    if (retryAfter === 0) return null
    const detail = `${title} is free for ${fairUse.burst} calls at once and ${fairUse.perMinute} a minute from one address.`
    return new Problem('rate_limited', detail, { retryAfter })
  }
}
