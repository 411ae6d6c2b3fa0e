import { z } from 'zod'
import { answer, fixedPrice, offer } from '../../offer.ts'
import { Problem } from '../../shared/problems.ts'
import { availabilityOf } from '../../sources/availability.ts'
import { frankfurtDay } from '../../sources/frankfurt-time.ts'
import { answerMeta, metaOf } from '../../sources/meta.ts'
import { orUpstreamProblem } from '../../sources/upstream-problem.ts'
import { crossRate } from './cross-rate.ts'
import { findFix, fixSupplies } from './reference-fix.ts'

const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/, 'an ISO 4217 code such as USD')
  .transform((text) => text.toUpperCase())

const fxAnswer = z.object({
  success: z.boolean(),
  data: z.object({
    base: z.string(),
    quote: z.string(),
    rate: z.string().describe('units of the quote currency for one of the base, as a decimal string; a cross of 12 significant digits'),
    asOf: z.iso.date().describe('business day of the fix: on weekends and holidays the last one before'),
    requestedDate: z.iso.date().nullable().describe('null when the latest rate was asked for'),
    perEur: z
      .object({ base: z.string(), quote: z.string() })
      .describe('the published figures that the rate is made of: units of each currency for 1 EUR'),
    source: z.string(),
  }),
  timestamp: z.iso.datetime(),
  simulated: z.boolean().optional(),
  meta: answerMeta,
})

/** The ECB publishes rates since then. */
const firstFix = '1999-01-04'

/** Reference rate of a pair of currencies, crossed through the euro, of the latest or any earlier day. */
export const fx = offer({
  id: 'data-fx',
  route: 'GET /v1/data/fx/{base}/{quote}',
  access: fixedPrice('0.0015'),
  title: 'Foreign exchange reference rate',
  purpose:
    'Reference rate of two currencies by the European Central Bank, crossed through the euro in exact arithmetic: the latest, or that of a day since 1999. For books, invoices and reports; not a price at which anybody trades.',
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
        asOf: '2026-10-02',
        requestedDate: '2026-10-04',
        perEur: { base: '1.1225', quote: '0.87010' },
        source: 'ecb',
      },
      timestamp: '2026-10-05T21:34:58.120Z',
      meta: {
        sources: [
          {
            id: 'ecb',
            url: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml',
            asOf: '2026-10-02T14:00:00.000Z',
            licence: 'Free reuse with citation of the source',
            attribution: 'Source: European Central Bank, euro foreign exchange reference rates',
            cache: 'hit',
          },
        ],
        degraded: false,
        missing: [],
        simulated: false,
      },
    },
  },
  door: {
    sources: ['ecb', 'ecb-data', 'frankfurter', 'vatcomply'],
    freshness: { renewed: 'when the next fix is out, about 16:15 in Frankfurt on business days', oldestHours: 144 },
    coverage:
      'The about 30 currencies that the European Central Bank fixes against the euro, since 1999-01-04; some have ceased meanwhile.',
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
        asOf: fix.date,
        requestedDate: date,
        perEur: { base: fix.basePerEur, quote: fix.quotePerEur },
        source: source.id,
      },
      timestamp: new Date(now).toISOString(),
      ...(sources.simulated ? { simulated: true } : {}),
      meta: metaOf({ stamps: [source], fallback, simulated: sources.simulated }),
    })
  },
})

/** Days that are known to have no rates are asked of nobody. */
function checkDate(date: string | null, today: string): void {
  if (date === null || (date >= firstFix && date <= today)) return
  throw new Problem('no_data', 'There are no reference rates for this day.', { field: 'query.date', expected: `${firstFix} to ${today}` })
}

function notFixed(date: string | null): Problem {
  const at = date === null ? 'at present' : 'on this day or shortly before'
  return new Problem('unknown_currency', `The European Central Bank does not fix one of these currencies ${at}.`, { field: 'path' })
}
