import { answerMeta, metaOf, z } from '../../../src/goods/door.ts'
import {
  countryCode,
  foreignText,
  identifier,
  isoDate,
  isoTime,
  pageSchema,
  repeatedSchema,
  text,
  uri,
} from '../../../src/goods/kit/answers.ts'

const method = z
  .enum(['feed', 'snapshot_diff'])
  .describe('feed: the source publishes changes. snapshot_diff: it publishes none, and two of its records differ')

const event = z.object({
  id: identifier.describe('The same change has the same id in every answer'),
  type: z.enum(['name', 'address', 'status', 'officers', 'accounts', 'insolvency', 'capital', 'vat', 'lei', 'other']),
  effectiveDate: isoDate.nullable().describe('When it takes effect; null where the source does not say'),
  publishedDate: isoDate.describe('When the source published it; for snapshot_diff, the day on which it was first seen'),
  summary: text,
  old: foreignText.nullable().describe('The value before; officers are counts, never names'),
  new: foreignText.nullable().describe('The value after'),
  source: identifier.describe('Id of the source, as in coverage.sources'),
  method,
  url: uri.nullable().describe('A page or record that shows it'),
  repeated: repeatedSchema,
})

const coverage = z.object({
  status: z.enum(['complete', 'truncated']).describe('complete: every source gave everything since sinceDate'),
  reason: z
    .enum(['source_unavailable', 'no_register', 'short_history'])
    .nullable()
    .describe(
      'source_unavailable: a source did not answer. no_register: no open register can be asked for this company. short_history: a source has less than was asked for',
    ),
  fromDate: isoDate.nullable().describe('Nothing is missing from this day on; null where a whole source is missing, or nothing is'),
  sources: z.array(
    z.object({
      source: identifier,
      method,
      status: z.enum(['complete', 'truncated', 'unavailable']),
      fromDate: isoDate.nullable().describe('Where it is truncated: nothing of this source is missing from this day on'),
      detail: text.nullable().describe('Why it is truncated or unavailable'),
    }),
  ),
})

export const signalsAnswer = z.object({
  success: z.boolean(),
  data: z.object({
    company: z.object({
      country: countryCode.nullable(),
      registerNumber: identifier.nullable(),
      lei: identifier.nullable(),
      name: foreignText.nullable().describe('As the register writes it, else the LEI record'),
    }),
    sinceDate: isoDate.describe('The first day that was asked for'),
    events: z.array(event).describe('The oldest publication first'),
    ...pageSchema,
    coverage,
  }),
  timestamp: isoTime,
  meta: answerMeta,
})

export const signalsExample: z.input<typeof signalsAnswer> = {
  success: true,
  data: {
    company: { country: 'FI', registerNumber: '0112038-9', lei: '549300A0JPRWG1KI7U06', name: 'Nokia Oyj' },
    sinceDate: '2026-07-07',
    events: [
      {
        id: '5b0e2d7f4c1a93e86d20f7b1c4a85e39',
        type: 'officers',
        effectiveDate: '2026-08-14',
        publishedDate: '2026-08-14',
        summary: 'An entry about officers was registered',
        old: null,
        new: null,
        source: 'prh',
        method: 'feed',
        url: 'https://avoindata.prh.fi/opendata-registerednotices-api/v3/0112038-9',
        repeated: false,
      },
      {
        id: 'gleif:7d1f0c9b2e6a4835d0c7e1f2',
        type: 'address',
        effectiveDate: null,
        publishedDate: '2026-09-02',
        summary: 'The headquarters address in the LEI record changed.',
        old: 'Karaportti 3',
        new: 'Karakaari 7',
        source: 'gleif',
        method: 'feed',
        url: 'https://search.gleif.org/#/record/549300A0JPRWG1KI7U06',
        repeated: false,
      },
    ],
    next_since: '2026-10-05',
    has_more: false,
    cursor: null,
    leftOutCount: 0,
    coverage: {
      status: 'complete',
      reason: null,
      fromDate: null,
      sources: [
        { source: 'prh', method: 'feed', status: 'complete', fromDate: null, detail: null },
        { source: 'gleif', method: 'feed', status: 'complete', fromDate: null, detail: null },
      ],
    },
  },
  timestamp: '2026-10-05T21:34:58.120Z',
  meta: metaOf({
    stamps: [
      {
        id: 'prh',
        url: 'https://avoindata.prh.fi/opendata-registerednotices-api/v3/0112038-9',
        asOf: '2026-10-05T21:34:57.402Z',
        licence: 'CC BY 4.0',
        attribution: 'Source: Finnish Patent and Registration Office (PRH), open data',
        cache: 'miss',
      },
      {
        id: 'gleif',
        url: 'https://api.gleif.org/api/v1/lei-records/549300A0JPRWG1KI7U06/field-modifications',
        asOf: '2026-10-05T16:00:00.000Z',
        licence: 'CC0 1.0',
        attribution: 'LEI data of GLEIF (https://www.gleif.org)',
        cache: 'miss',
      },
    ],
    simulated: false,
  }),
}
