import { z } from 'zod'
import { fixedPrice, offer, watchedAnswer, type AnyOffer } from '../../../src/offers/offer.ts'
import { pageFields, pageSchema } from '../../../src/offers/watchlist/page-fields.ts'
import { readWatchlistQuery, watchlistParameters } from '../../../src/offers/watchlist/watchlist-query.ts'
import type { Timers } from '../../../src/shared/clock.ts'
import type { FaultProfile } from '../faults/fault-profile.ts'
import type { SeededRandom } from '../world/seeded-random.ts'
import type { WatchFeed } from '../world/watch-feed.ts'

/** Base units: below the limit of free first calls, so that some deliveries are free. */
export const watchPrice = 20_000n
const deadlineMs = 2_000

const noticeSchema = z.object({ id: z.string(), day: z.string(), repeated: z.boolean() })
const answerSchema = z.object({ ...pageSchema, run: z.number(), notices: z.array(noticeSchema) })

/** An answer of this offer as its payer reads it. */
export type WatchAnswer = z.output<typeof answerSchema>

export function readWatchAnswer(body: string): WatchAnswer {
  return answerSchema.parse(JSON.parse(body))
}

/** An offer with the watchlist rule over the feed of this run; `request` is the topic. Runs take time and fail as the fault profile says. */
export function createWatchOffer(parts: {
  readonly timers: Timers
  readonly random: SeededRandom
  readonly faultProfile: FaultProfile
  /** Runs of all offers. */
  readonly count: { runs: number }
  readonly feed: WatchFeed
}): AnyOffer {
  const { timers, random, faultProfile, count, feed } = parts
  return offer({
    id: 'watch',
    route: 'GET /v1/watch',
    access: fixedPrice('0.02'),
    title: 'watch',
    purpose: 'To be polled.',
    query: z.looseObject({ request: z.string(), ...watchlistParameters }),
    answer: answerSchema,
    example: {
      query: { request: 'lively' },
      answer: { run: 1, notices: [], next_since: '2026-11-21', has_more: false, cursor: null, leftOutCount: 0 },
    },
    deadlineMs,
    watchlist: { items: 'notices', subject: ({ query }) => query.request },
    async run({ query }, { clock }) {
      count.runs += 1
      const run = count.runs
      const request = readWatchlistQuery(query, clock.now())
      await timers.sleep(random.chance(faultProfile.runHangs) ? deadlineMs * 2 : random.between(0, 250))
      if (random.chance(faultProfile.runFails)) throw new Error('the product broke')
      const { notices, answeredUntil } = feed.read(query.request, request.windowFrom)
      return watchedAnswer({
        request,
        items: notices.map(({ id, day }) => ({ id, day, item: { id, day } })),
        answeredUntil,
        asked: random.chance(0.3),
        body: (page) => ({
          ...pageFields(page),
          run,
          notices: page.items.map(({ item, repeated }) => ({ ...item, repeated })),
        }),
      })
    },
  })
}
