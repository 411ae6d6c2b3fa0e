import type { DataParts } from '../data-sources.ts'
import { answer, anyOf, fixedPrice, metaOf, offer, orUpstreamProblem, problem, Problem, z } from '../../../src/goods/door.ts'
import type { SourceStamp } from '../../../src/goods/kit/http.ts'
import { daysBetween, frankfurtDay } from '../../../src/goods/kit/time.ts'
import { convert, crossRate } from './cross-rate.ts'
import { findFixes, maxRangeDays } from './fix-range.ts'
import { fxAnswer, fxExample } from './fx-answer.ts'
import { findFix } from './reference-fix.ts'
import type { PairFix } from '../../../src/goods/kit/ports.ts'

const noSuchCurrency = problem({
  code: 'unknown_currency',
  decidedBy: 'caller',
  status: 404,
  title: 'Unknown currency',
  fix: 'Use ISO 4217 codes of currencies that the European Central Bank fixes, such as USD.',
})

const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/, 'an ISO 4217 code such as USD')
  .transform((text) => text.toUpperCase())

/** The first day with rates of the ECB. */
const firstFix = '1999-01-04'

const dayHint = 'a day as YYYY-MM-DD'
// The pattern of z.iso.date is long, and the document for crawlers is short of space.
const day = z.string(dayHint).refine((text) => z.iso.date().safeParse(text).success, dayHint)
const amountHint = 'a plain decimal number such as 250 or 12.5, above 0, with at most 15 digits before the point and 6 after it'

/** Reference rate of a pair of currencies, crossed through the euro, of the latest or any earlier day, or of every day of a range. */
export const fx = ({ sources, simulated }: DataParts) =>
  offer({
    id: 'data-fx',
    route: 'GET /v1/data/fx/{base}/{quote}',
    access: fixedPrice('0.0015'),
    title: 'Foreign exchange reference rate',
    purpose:
      'Reference rate of two currencies by the European Central Bank, crossed through the euro in exact arithmetic: the latest, of any day since 1999, or of a range; with the inverse. For accounts, invoices and reports; not a trading price.',
    restsOn: 'reference rates of the European Central Bank',
    cannotKnow: 'a rate at which anybody trades',
    path: z.object({ base: currency, quote: currency }),
    query: z.object({
      date: day.optional().describe('YYYY-MM-DD; the latest if left out'),
      from: day.optional().describe(`all since; at most ${maxRangeDays} days`),
      to: day.optional(),
      amount: z
        .string(amountHint)
        .refine((text) => /^(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/.test(text) && /[1-9]/.test(text), amountHint)
        .optional(),
    }),
    answer: fxAnswer,
    problems: [noSuchCurrency],
    example: fxExample,
    brief: ['data.base', 'data.quote', 'data.rate', 'data.date', 'data.source'],
    dataset: {
      freshness: { renewed: 'when the next fix is published, about 16:15 in Frankfurt on business days', maxAgeHours: 144 },
      coverage:
        'The about 30 currencies that the European Central Bank fixes against the euro, since 1999-01-04; some of them no longer exist.',
    },
    needs: {
      sources: [anyOf({ ecb: ['daily', 'recent'], 'ecb-data': ['fixes'], frankfurter: ['rates'], vatcomply: ['rates'] })],
    },
    async run({ path: { base, quote }, query: { date = null, from = null, to = null, amount = null } }, { clock, signal }) {
      const now = clock.now()
      const today = frankfurtDay(now)
      const last = to ?? today
      checkRange({ date, from, to }, last)
      for (const one of [date, from, to]) checkDate(one, today)
      const pair = { base, quote, now, signal }
      const refused = orUpstreamProblem('No source gives reference rates for this day at present.')
      const { fix, rates, stamps, fallback } =
        from === null
          ? await oneFix(findFix(sources, { ...pair, date }).catch(refused), date)
          : await allFixes(findFixes(sources, { ...pair, from, to: last }).catch(refused))
      return answer({
        success: true,
        data: {
          base,
          quote,
          ...rateOf(fix),
          requestedDate: date ?? to,
          basePerEur: fix.basePerEur,
          quotePerEur: fix.quotePerEur,
          amount,
          convertedAmount: amount === null ? null : convert(amount, fix, quote),
          rates,
          source: stamps[0]?.id ?? '',
        },
        timestamp: new Date(now).toISOString(),
        meta: metaOf({ stamps, fallback, simulated }),
      })
    },
  })

/** What a call needs of the fixes that were found. */
interface Fixes {
  readonly fix: PairFix
  readonly rates: { date: string; rate: string; inverseRate: string }[] | null
  readonly stamps: readonly SourceStamp[]
  readonly fallback: boolean
}

async function oneFix(asked: ReturnType<typeof findFix>, date: string | null): Promise<Fixes> {
  const found = await asked
  if (!found) throw new Problem('no_data', 'There are no reference rates for this day.', { field: 'query.date' })
  if (!found.fix) throw notFixed(date)
  return { fix: found.fix, rates: null, stamps: [found.source], fallback: found.fallback }
}

async function allFixes(asked: ReturnType<typeof findFixes>): Promise<Fixes> {
  const found = await asked
  const fix = found?.fixes.at(-1)
  if (!found || !fix) {
    throw new Problem('no_data', 'The European Central Bank did not fix both currencies between these days.', { field: 'query.from' })
  }
  return { fix, rates: found.fixes.map(rateOf), stamps: found.stamps, fallback: found.fallback }
}

function rateOf({ date, basePerEur, quotePerEur }: PairFix) {
  return { date, rate: crossRate(basePerEur, quotePerEur), inverseRate: crossRate(quotePerEur, basePerEur) }
}

/** @param last The last day of the range. */
function checkRange({ date, from, to }: Record<'date' | 'from' | 'to', string | null>, last: string): void {
  const refuse = (detail: string, field: string, expected: string): never => {
    throw new Problem('invalid_input', detail, { field, expected })
  }
  if (from === null && to !== null) refuse('A range needs its first day.', 'query.from', 'a day as YYYY-MM-DD')
  if (from === null) return
  if (date !== null) refuse('A call asks for one day or for a range.', 'query.date', 'either "date", or "from" and "to"')
  if (from > last) refuse('The range ends before it begins.', 'query.to', 'a day that is not before "from"')
  if (daysBetween(from, last) >= maxRangeDays) refuse('The range is too long.', 'query.from', `at most ${maxRangeDays} days`)
}

/** Rejects out-of-range dates without calling a source. */
function checkDate(date: string | null, today: string): void {
  if (date === null || (date >= firstFix && date <= today)) return
  throw new Problem('no_data', 'There are no reference rates for this day.', { field: 'query.date', expected: `${firstFix} to ${today}` })
}

function notFixed(date: string | null): Problem {
  const at = date === null ? 'at present' : 'on this day or shortly before'
  return new Problem(noSuchCurrency, `The European Central Bank does not fix one of these currencies ${at}.`, { field: 'path' })
}
