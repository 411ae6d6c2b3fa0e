import { z } from 'zod'
import { answer, fixedPrice, offer } from '../../offers/offer.ts'
import { Problem } from '../../shared/problems.ts'
import { availabilityOf } from '../../sources/policy/availability.ts'
import { frankfurtDay } from '../../sources/formats/frankfurt-time.ts'
import { answerMeta } from '../../offers/answer-meta.ts'
import { currencyCode, decimal, identifier, isoDate, isoTime } from '../../offers/answer-figures.ts'
import { metaOf } from '../../sources/policy/meta.ts'
import { orUpstreamProblem } from '../../sources/policy/upstream-problem.ts'
import { crossRate } from './cross-rate.ts'
import { findFix, fixSupplies } from './reference-fix.ts'

const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/, 'an ISO 4217 code such as USD')
  .transform((text) => text.toUpperCase())

const fxAnswer = z.object({
  success: z.boolean(),
  data: z.object({
    base: currencyCode,
    quote: currencyCode,
    rate: decimal.describe('Units of the quote currency for one of the base; a cross rate has 12 significant digits'),
    date: isoDate.describe('Business day of the fix: on weekends and holidays the last one before'),
    requestedDate: isoDate.nullable().describe('null when the latest rate was asked for'),
    basePerEur: decimal.describe('The published figure: units of the base currency for 1 EUR'),
    quotePerEur: decimal.describe('The published figure: units of the quote currency for 1 EUR'),
    source: identifier,
  }),
  timestamp: isoTime,
  meta: answerMeta,
})

/** The first day with rates of the ECB. */
const firstFix = '1999-01-04'

/** Reference rate of a pair of currencies, crossed through the euro, of the latest or any earlier day. */
export const fx = offer({
  id: 'data-fx',
  route: 'GET /v1/data/fx/{base}/{quote}',
  access: fixedPrice('0.0015'),
  title: 'Foreign exchange reference rate',
  purpose:
    'Reference rate of two currencies by the European Central Bank, crossed through the euro in exact arithmetic: the latest, or the one of any day since 1999. For accounts, invoices and reports; not a trading price.',
  path: z.object({ base: currency, quote: currency }),
  query: z.object({ date: z.iso.date('a day as YYYY-MM-DD').optional().describe('the rate of this day; the latest if left out') }),
  answer: fxAnswer,
  example: {
    path: { base: 'USD', quote: 'GBP' },
    query: { date: '2026-10-04' },
    answer: {
      success: true,
      data: {
        base: 'USD',
        quote: 'GBP',
        rate: '0.775144766147',
        date: '2026-10-02',
        requestedDate: '2026-10-04',
        basePerEur: '1.1225',
        quotePerEur: '0.87010',
        source: 'ecb',
      },
      timestamp: '2026-10-05T21:34:58.120Z',
      meta: metaOf({
        stamps: [
          {
            id: 'ecb',
            url: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml',
            asOf: '2026-10-02T14:00:00.000Z',
            licence: 'Free reuse with citation of the source',
            attribution: 'Source: European Central Bank, euro foreign exchange reference rates',
            cache: 'hit',
          },
        ],
        simulated: false,
      }),
    },
  },
  dataset: {
    sources: ['ecb', 'ecb-data', 'frankfurter', 'vatcomply'],
    freshness: { renewed: 'when the next fix is published, about 16:15 in Frankfurt on business days', maxAgeHours: 144 },
    coverage:
      'The about 30 currencies that the European Central Bank fixes against the euro, since 1999-01-04; some of them no longer exist.',
  },
  available: ({ sources }) => availabilityOf(fixSupplies(sources)),
  async run({ path: { base, quote }, query: { date = null } }, { sources, clock, signal }) {
    const now = clock.now()
    checkDate(date, frankfurtDay(now))
    const found = await findFix(sources, { base, quote, date, now, signal }).catch(
      orUpstreamProblem('No source gives reference rates for this day at present.'),
    )
    if (!found) throw new Problem('no_data', 'There are no reference rates for this day.', { field: 'query.date' })
    const { fix, source, fallback } = found
    if (!fix) throw notFixed(date)
    return answer({
      success: true,
      data: {
        base,
        quote,
        rate: crossRate(fix.basePerEur, fix.quotePerEur),
        date: fix.date,
        requestedDate: date,
        basePerEur: fix.basePerEur,
        quotePerEur: fix.quotePerEur,
        source: source.id,
      },
      timestamp: new Date(now).toISOString(),
      meta: metaOf({ stamps: [source], fallback, simulated: sources.simulated }),
    })
  },
})

/** Rejects out-of-range dates without calling a source. */
function checkDate(date: string | null, today: string): void {
  if (date === null || (date >= firstFix && date <= today)) return
  throw new Problem('no_data', 'There are no reference rates for this day.', { field: 'query.date', expected: `${firstFix} to ${today}` })
}

function notFixed(date: string | null): Problem {
  const at = date === null ? 'at present' : 'on this day or shortly before'
  return new Problem('unknown_currency', `The European Central Bank does not fix one of these currencies ${at}.`, { field: 'path' })
}
