import { byAge, readJson, z } from '../../../src/goods/door.ts'
import {
  type Feed,
  type Freshness,
  plainDecimal,
  positiveDecimal,
  type Source,
  UpstreamGarbage,
  type UpstreamResponse,
  validRows,
} from '../../../src/goods/kit/http.ts'
import type { Clock } from '../../../src/goods/kit/parts.ts'
import { daysBetween, frankfurtDay } from '../../../src/goods/kit/time.ts'
import { fixedAt, untilNextFix } from './ecb.ts'
import type { ReferenceRates } from '../../../src/goods/kit/ports.ts'

/** The key for the latest rates; other keys are days. */
export const latestKey = 'latest'

/** The ECB's rates from a source that relays them; null when it has none for that day. */
export type RelayedRates = (ReferenceRates & { readonly asked: string }) | null

const dayMs = 86_400_000
/** The longest time between two fixes. */
const maxGapDays = 10

/** A currency with its rate; an odd one must not close the others. */
const ratePair = z.tuple([z.string().regex(/^[A-Z]{3}$/), z.number().transform(plainDecimal).pipe(positiveDecimal)])
const table = z.object({
  amount: z.literal(1).nullish(),
  base: z.literal('EUR'),
  date: z.iso.date(),
  rates: z.record(z.string(), z.unknown()),
})

/**
 * The ECB's rates by day (`2026-10-02`) or `latest`, from a source that relays them as `{base, date, rates}`. A day without a
 * fix has the last fix before it. Status 404 means a day that the source does not have.
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

function readRates(answer: UpstreamResponse, asked: string, today: string): RelayedRates {
  const { date, rates } = readJson(answer, table)
  const age = daysBetween(date, asked === latestKey ? today : asked)
  if (age < 0 || age > maxGapDays) throw new UpstreamGarbage('wrong_shape')
  const rows = Object.entries(rates).filter(([code]) => code !== 'EUR')
  if (rows.length === 0 || rows.length > 200) throw new UpstreamGarbage('wrong_shape')
  return { asked, date, perEur: Object.fromEntries(validRows(rows, ratePair)) }
}

const settled = byAge({ refreshMs: dayMs, freshMs: 2 * dayMs, staleMs: 7 * dayMs })

/** Rates of past days do not change. */
function relayedFreshness(rates: RelayedRates, fetchedAt: number): Freshness {
  if (rates === null || (rates.asked !== latestKey && rates.asked < frankfurtDay(fetchedAt))) return settled(rates, fetchedAt)
  return untilNextFix(rates.date, fetchedAt)
}
