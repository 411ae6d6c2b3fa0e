import { z } from 'zod'
import { byteAnswer, streamedAnswer, unchargedBytes } from '../../../src/offers/byte-answers.ts'
import { computedPrice } from '../../../src/offers/computed-price.ts'
import { answer, byteOffer, dailyQuota, fixedPrice, offer, uncharged, type Access, type AnyOffer } from '../../../src/offers/offer.ts'
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
  // Of every request the same, so that payers need not compute it.
  cheap: computedPrice({ least: '0.0075', most: '1', words: 'by request', priceOf: () => ({ price: 7_500n, words: 'one request' }) }),
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

  /** Works for a while, and may fail. Some answers are large enough to be stored in a file. */
  async function work(offerId: PlainOfferId, request: string) {
    count.runs += 1
    if (offerId === 'costly') count.costly += 1
    const run = count.runs
    const hangs = random.chance(faultProfile.runHangs)
    await timers.sleep(hangs ? deadlineMs * 2 : random.between(0, 250))
    if (request.startsWith(unknownName)) throw new Problem('unknown_name', 'There is no such name.')
    if (random.chance(faultProfile.runFails)) throw new Error('the product broke')
    return { request, run, filling: random.chance(0.1) ? 'x'.repeat(2_000) : '' }
  }

  /** Half of it, and after a while the rest, unless it breaks off in the middle. */
  async function* inTwoParts(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
    const half = Math.floor(bytes.byteLength / 2)
    yield bytes.subarray(0, half)
    await timers.sleep(random.between(0, 250))
    if (random.chance(faultProfile.runFails)) throw new Error('the stream broke off')
    yield bytes.subarray(half)
  }

  const common = (offerId: PlainOfferId) => ({
    id: offerId,
    route: `GET /v1/${offerId}` as const,
    access: access[offerId],
    title: offerId,
    purpose: 'To be sold.',
    query: z.looseObject({ request: z.string() }),
    deadlineMs,
  })
  const shape = z.object({ request: z.string(), run: z.number(), filling: z.string() })
  const example = { query: { request: '1' }, answer: { request: '1', run: 1, filling: '' } }

  const declare = (offerId: 'cheap' | 'daily'): AnyOffer =>
    offer({
      ...common(offerId),
      answer: shape,
      example,
      async run({ query }) {
        const body = await work(offerId, query.request)
        return random.chance(faultProfile.runUncharged) ? uncharged(body, 'nothing_new', 'upstream') : answer(body)
      },
    })

  /** Bytes with a status and a header of their own; the answers of the costly one are sent while they are made. */
  const declareBytes = (offerId: 'expensive' | 'costly'): AnyOffer =>
    byteOffer({
      ...common(offerId),
      answers: { types: ['application/json'], schema: shape, headers: ['ETag'], maxBytes: 10_000, streams: offerId === 'costly' },
      example,
      settle: offerId === 'costly' ? 'first' : 'after',
      async run({ query }) {
        const made = await work(offerId, query.request)
        const head = { status: 201, contentType: 'application/json', headers: { ETag: `"${made.run}"` } }
        const bytes = Buffer.from(JSON.stringify(made))
        if (random.chance(faultProfile.runUncharged)) return unchargedBytes({ ...head, bytes }, 'nothing_new', 'upstream')
        return offerId === 'costly' ? streamedAnswer({ ...head, chunks: inTwoParts(bytes) }) : byteAnswer({ ...head, bytes })
      },
    })

  return {
    cheap: declare('cheap'),
    expensive: declareBytes('expensive'),
    daily: declare('daily'),
    costly: declareBytes('costly'),
    watch: createWatchOffer(parts),
  }
}
