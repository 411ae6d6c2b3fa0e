import { publisher } from '../../../src/goods/kit/http.ts'
import { answerMeta, metaOf, z } from '../../../src/goods/door.ts'
import { currencyCode, decimal, identifier, isoDate, isoTime } from '../../../src/goods/kit/answers.ts'

const rate = decimal.describe('Units of the quote currency for one of the base; a cross rate has 12 significant digits')
const inverseRate = decimal

export const fxAnswer = z.object({
  success: z.boolean(),
  data: z.object({
    base: currencyCode,
    quote: currencyCode,
    rate,
    inverseRate,
    date: isoDate.describe('Business day of the fix: on weekends and holidays the last one before'),
    requestedDate: isoDate.nullable().describe('null when the latest rate was asked for'),
    basePerEur: decimal.describe('The published figure: units of the base currency for 1 EUR'),
    quotePerEur: decimal.describe('The published figure: units of the quote currency for 1 EUR'),
    amount: decimal.nullable(),
    convertedAmount: decimal.nullable(),
    rates: z.array(z.object({ date: isoDate, rate: decimal, inverseRate })).nullable(),
    source: identifier,
  }),
  timestamp: isoTime,
  meta: answerMeta,
})

const answer: z.input<typeof fxAnswer> = {
  success: true,
  data: {
    base: 'USD',
    quote: 'GBP',
    rate: '0.775144766147',
    inverseRate: '1.29008159982',
    date: '2026-10-02',
    requestedDate: '2026-10-04',
    basePerEur: '1.1225',
    quotePerEur: '0.87010',
    amount: '250',
    convertedAmount: '193.79',
    rates: null,
    source: 'ecb',
  },
  timestamp: '2026-10-05T21:34:58.120Z',
  meta: metaOf({
    stamps: [
      {
        id: 'ecb',
        standing: publisher('ecb'),
        url: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml',
        asOf: '2026-10-02T14:00:00.000Z',
        licence: 'Free reuse with citation of the source',
        attribution: 'Source: European Central Bank, euro foreign exchange reference rates',
        cache: 'hit',
      },
    ],
    simulated: false,
  }),
}

/** 250 USD in GBP on a Sunday: the fix of the Friday before. */
export const fxExample = { path: { base: 'USD', quote: 'GBP' }, query: { date: '2026-10-04', amount: '250' }, answer }
