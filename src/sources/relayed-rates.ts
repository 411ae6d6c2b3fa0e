import { z } from 'zod'
import type { HttpAnswer } from '../net/exchange.ts'
import { UpstreamGarbage } from '../net/upstream-errors.ts'
import type { Clock } from '../shared/clock.ts'
import type { Source } from './create-source.ts'
import { plainDecimal, positiveDecimal } from './decimal.ts'
import { fixedAt, untilNextFix } from './ecb.ts'
import type { ReferenceRates } from './ecb.ts'
import { byAge } from './feed.ts'
import type { Feed, Freshness } from './feed.ts'
import { daysBetween, frankfurtDay } from './frankfurt-time.ts'
import { checkShape, readJson } from './read-json.ts'

/** The key for the latest rates; other keys are days. */
export const latestKey = 'latest'

/** The ECB's rates as somebody else passes them on; null where he has none for that day. */
export type RelayedRates = (ReferenceRates & { readonly asked: string }) | null

const dayMs = 86_400_000
/** No two fixes are further apart. */
const longestGapDays = 10

const table = z.object({
  amount: z.literal(1).optional(),
  base: z.literal('EUR'),
  date: z.iso.date(),
  rates: z.record(z.string().regex(/^[A-Z]{3}$/), z.number()),
})

/**
 * The ECB's rates by day (`2026-10-02`) or `latest`, from one who passes them on as `{base, date, rates}`; a day without a
 * fix has the last one before. Status 404 is a day that he does not have.
 */
export function relayedRatesFeed(source: Source, clock: Clock, pathOf: (day: string) => string): Feed<RelayedRates> {
  return source.feed<RelayedRates>({
    name: 'rates',
    size: 200,
    freshness: relayedFreshness,
    asOf: (rates) => rates && fixedAt(rates.date),
    address: pathOf,
    load: (day, signal) =>
      source.ask(
        {
          path: pathOf(day),
          maxBytes: 65_536,
          alsoAccept: [404],
          read: (answer) => (answer.status === 404 ? null : readRates(answer, day, frankfurtDay(clock.now()))),
        },
        signal,
      ),
  })
}

function readRates(answer: HttpAnswer, asked: string, today: string): RelayedRates {
  const { date, rates } = readJson(answer, table)
  const age = daysBetween(date, asked === latestKey ? today : asked)
  if (age < 0 || age > longestGapDays) throw new UpstreamGarbage('wrong_shape')
  const rows = Object.entries(rates).filter(([code]) => code !== 'EUR')
  if (rows.length === 0 || rows.length > 200) throw new UpstreamGarbage('wrong_shape')
  const perEur = Object.fromEntries(rows.map(([code, rate]) => [code, checkShape(plainDecimal(rate), positiveDecimal)]))
  return { asked, date, perEur }
}

const settled = byAge({ refreshMs: dayMs, freshMs: 2 * dayMs, staleMs: 7 * dayMs })

/** What was fixed before the present day stays as it is. */
function relayedFreshness(rates: RelayedRates, fetchedAt: number): Freshness {
  if (rates === null || (rates.asked !== latestKey && rates.asked < frankfurtDay(fetchedAt))) return settled(rates, fetchedAt)
  return untilNextFix(rates.date, fetchedAt)
}
