import { z } from 'zod'
import { answer, dailyQuota, fixedPrice, offer, uncharged, type Access, type AnyOffer } from '../../src/offer.ts'
import type { Timers } from '../../src/shared/clock.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Weather } from './weather.ts'

export type Good = 'cheap' | 'dear' | 'daily'

/** In base units. The first is below the limit of free first calls, the second above. */
export const prices: Readonly<Record<Good, bigint>> = { cheap: 7_500n, dear: 50_000n, daily: 7_500n }

export const freeCallsPerDay = 6
const access: Readonly<Record<Good, Access>> = { cheap: fixedPrice('0.0075'), dear: fixedPrice('0.05'), daily: dailyQuota('0.0075') }

const deadlineMs = 2_000

/** Counts runs over all lives of the service, so that no two runs ever give the same answer. */
export interface RunCount {
  runs: number
}

/** What this shop sells: answers that say which run made them. Their runs take time and fail, as the weather has it. */
export function goods(parts: {
  timers: Timers
  random: SeededRandom
  weather: Weather
  count: RunCount
}): Readonly<Record<Good, AnyOffer>> {
  const { timers, random, weather, count } = parts
  const declare = (good: Good): AnyOffer =>
    offer({
      id: good,
      route: `GET /v1/${good}`,
      access: access[good],
      title: good,
      purpose: 'To be sold.',
      query: z.looseObject({ request: z.string() }),
      answer: z.object({ request: z.string(), run: z.number(), filling: z.string() }),
      example: { query: { request: '1' }, answer: { request: '1', run: 1, filling: '' } },
      deadlineMs,
      async run({ query }) {
        count.runs += 1
        const run = count.runs
        const hangs = random.chance(weather.runHangs)
        await timers.sleep(hangs ? deadlineMs * 2 : random.between(0, 250))
        if (random.chance(weather.runFails)) throw new Error('the product broke')
        // Some are large enough to lie in a file.
        const body = { request: query.request, run, filling: random.chance(0.1) ? 'x'.repeat(2_000) : '' }
        return random.chance(weather.runUncharged) ? uncharged(body, 'nothing_new') : answer(body)
      },
    })
  return { cheap: declare('cheap'), dear: declare('dear'), daily: declare('daily') }
}
