import { answerMeta, z } from '../../../src/goods/door.ts'
import { countryCode, foreignText, identifier, isoTime, share, text } from '../../../src/goods/kit/answers.ts'
import { statusAnswer } from './company-answer.ts'

export const searchAnswer = z.object({
  success: z.boolean(),
  data: z.object({
    candidates: z
      .array(
        z.object({
          name: foreignText,
          similarity: share.describe('Of the names: from 0.95 the same, from 0.7 similar'),
          country: countryCode,
          id: identifier.nullable().describe('What the other company offers take: the register number with its country, else the LEI'),
          registerNumber: identifier.nullable(),
          lei: identifier.nullable(),
          vatId: identifier.nullable(),
          status: statusAnswer,
          line: foreignText.nullable().describe('The address on one line'),
          foundBy: z.array(identifier).describe('The sources that know it'),
        }),
      )
      .describe('The most similar first'),
    searched: z.array(z.object({ source: identifier, answered: z.boolean() })).describe('The sources that were asked'),
    note: text.nullable(),
  }),
  timestamp: isoTime,
  meta: answerMeta,
})

/** Companies whose names are like Nokia. */
export const searchExample: z.input<typeof searchAnswer> = {
  success: true,
  data: {
    candidates: [
      {
        name: 'Nokia Oyj',
        similarity: 0.98,
        country: 'FI',
        id: 'FI:0112038-9',
        registerNumber: '0112038-9',
        lei: '549300A0JPRWG1KI7U06',
        vatId: 'FI01120389',
        status: 'active',
        line: 'Karakaari 7, 02610 Espoo',
        foundBy: ['prh', 'gleif'],
      },
    ],
    searched: [
      {
        source: 'prh',
        answered: true,
      },
      {
        source: 'gleif',
        answered: true,
      },
    ],
    note: null,
  },
  timestamp: '2026-10-05T21:34:58.120Z',
  meta: {
    sources: [
      {
        id: 'prh',
        url: 'https://avoindata.prh.fi/opendata-ytj-api/v3/companies?name=Nokia',
        observedAt: '2026-10-05T21:34:58.120Z',
        licence: 'CC BY 4.0',
        attribution: 'Source: Finnish Patent and Registration Office (PRH), CC BY 4.0',
        cache: 'miss',
      },
      {
        id: 'gleif',
        url: 'https://api.gleif.org/api/v1/lei-records?filter%5Bentity.legalName%5D=Nokia&filter%5Bentity.legalAddress.country%5D=FI&page%5Bsize%5D=20',
        observedAt: '2026-10-05T16:00:00.000Z',
        licence: 'CC0 1.0',
        attribution: 'LEI data of GLEIF (https://www.gleif.org)',
        cache: 'miss',
      },
    ],
    confidence: 0.95,
    degraded: false,
    missing: [],
    simulated: false,
  },
}
