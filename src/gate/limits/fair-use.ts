import type { Ledger } from '../../ledger/ledger.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import { secondsToNextHour, utcHour, type Clock } from '../../shared/clock.ts'
import { createRateLimit, type RateLimit } from '../../shared/rate-limit.ts'
import { refusalOf, type Refusal } from '../../shared/refusal.ts'

/** Takes one run of this client from an offer's fair use; the refusal where none is left. */
export type FairUse = (offer: AnyOffer, client: string) => Promise<Refusal | null>

/**
 * Limits of free offers whose runs cost work. Each process holds its clients to their pace. The ledger counts what all instances
 * together give a client in an hour: as much as one process would, and no more.
 */
export function createFairUse({ clock, ledger }: { readonly clock: Clock; readonly ledger: Pick<Ledger, 'takeQuota'> }): FairUse {
  const limits = new Map<string, RateLimit>()
  return async ({ id, fairUse, title }, client) => {
    if (fairUse === undefined) return null
    const { burst, perMinute } = fairUse
    const refuse = (retryAfter: number) =>
      refusalOf('rate_limited', `${title} is free for ${burst} calls at once and ${perMinute} a minute from one address.`, { retryAfter })
    // Another list of offers may have the same one with another limit.
    const key = `${id} ${burst} ${perMinute}`
    let limit = limits.get(key)
    if (!limit) {
      limit = createRateLimit({ burst, perSecond: perMinute / 60, clock })
      limits.set(key, limit)
    }
    const retryAfter = limit.take(client)
    if (retryAfter > 0) return refuse(retryAfter)
    const now = clock.now()
    const hour = { day: utcHour(now), pool: `${id} ${client}`, limit: burst + 60 * perMinute }
    // Nothing is sold here, so no call is refused when the ledger does not answer.
    const { taken } = await ledger.takeQuota(hour).catch(() => ({ taken: true }))
    return taken ? null : refuse(secondsToNextHour(now))
  }
}
