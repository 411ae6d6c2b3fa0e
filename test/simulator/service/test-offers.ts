import { z } from 'zod'
import { answer, dailyQuota, fixedPrice, offer, uncharged, type Access, type AnyOffer } from '../../../src/offers/offer.ts'
import { Problem } from '../../../src/shared/problems.ts'
import type { Timers } from '../../../src/shared/clock.ts'
import type { SeededRandom } from '../world/seeded-random.ts'
import type { FaultProfile } from '../faults/fault-profile.ts'
import type { WatchFeed } from '../world/watch-feed.ts'
import { createWatchOffer, watchPrice } from './watch-offer.ts'

type PlainOfferId = 'cheap' | 'expensive' | 'daily' | 'costly'
export type OfferId = PlainOfferId | 'watch'

/** Base units. The first is below the limit of free first calls, the second above it. The last one's work costs us money: it is settled first. */
export const prices: Readonly<Record<OfferId, bigint>> = {
  cheap: 7_500n,
  expensive: 50_000n,
  daily: 7_500n,
  costly: 50_000n,
  watch: watchPrice,
}

export const freeCallsPerDay = 6
const access: Readonly<Record<PlainOfferId, Access>> = {
  cheap: fixedPrice('0.0075'),
  expensive: fixedPrice('0.05'),
  daily: dailyQuota('0.0075'),
  costly: fixedPrice('0.05'),
}

const deadlineMs = 2_000

/** A request that begins so fails by the caller's doing, after the work. */
export const unknownName = 'unknown-name'

/** Counts runs of offers over all process runs, so that no two runs give the same answer. */
export interface RunCount {
  runs: number
  /** Of these, the runs of the offer that is settled first. */
  costly: number
}

/** What the simulated service sells: answers that name the run that made them. Runs take time and fail as the fault profile says. */
export function createTestOffers(parts: {
  timers: Timers
  random: SeededRandom
  faultProfile: FaultProfile
  count: RunCount
  feed: WatchFeed
}): Readonly<Record<OfferId, AnyOffer>> {
  const { timers, random, faultProfile, count } = parts
  const declare = (offerId: PlainOfferId): AnyOffer =>
    offer({
      id: offerId,
      route: `GET /v1/${offerId}`,
      access: access[offerId],
      title: offerId,
      purpose: 'To be sold.',
      query: z.looseObject({ request: z.string() }),
      answer: z.object({ request: z.string(), run: z.number(), filling: z.string() }),
      example: { query: { request: '1' }, answer: { request: '1', run: 1, filling: '' } },
      deadlineMs,
      settle: offerId === 'costly' ? 'first' : 'after',
      async run({ query }) {
        count.runs += 1
        if (offerId === 'costly') count.costly += 1
        const run = count.runs
        const hangs = random.chance(faultProfile.runHangs)
        await timers.sleep(hangs ? deadlineMs * 2 : random.between(0, 250))
        if (query.request.startsWith(unknownName)) throw new Problem('unknown_name', 'There is no such name.')
        if (random.chance(faultProfile.runFails)) throw new Error('the product broke')
        // Some are large enough to be stored in a file.
        const body = { request: query.request, run, filling: random.chance(0.1) ? 'x'.repeat(2_000) : '' }
        return random.chance(faultProfile.runUncharged) ? uncharged(body, 'nothing_new', 'upstream') : answer(body)
      },
    })
  return {
    cheap: declare('cheap'),
    expensive: declare('expensive'),
    daily: declare('daily'),
    costly: declare('costly'),
    watch: createWatchOffer(parts),
  }
}
