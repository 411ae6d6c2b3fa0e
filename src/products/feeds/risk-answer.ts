import { z } from 'zod'
import { answerMeta } from '../../sources/meta.ts'

const agreement = z.enum(['agrees', 'contradicts', 'unknown'])

const riskMatch = z.object({
  list: z.string().describe('id of the list, as in lists'),
  entry: z.string().describe("the publisher's number of the entry"),
  kind: z.enum(['person', 'entity', 'vessel', 'aircraft']),
  strength: z.enum(['match', 'review']),
  score: z.number().min(0).max(1),
  matched: z.string().describe('the listed name or address that was found'),
  name: z.string().describe("the entry's primary name"),
  weakAlias: z.boolean().describe('the list itself calls the name found a weak alias'),
  birthYear: agreement.describe('whether the year of birth that was asked with fits the entry'),
  country: agreement.describe('whether the country that was asked with fits the entry'),
  programmes: z.array(z.string()).describe('sanctions programmes or regimes, as the list names them'),
  births: z.array(z.string()).describe('years or days of birth; 1957/1960 for a year between'),
  countries: z.array(z.string()).describe('ISO 3166-1 codes of nationalities and addresses'),
  currency: z.string().nullable().describe('currency of the address found, as the list calls it; null for names'),
  listedOn: z.string().nullable(),
  listVersion: z.string(),
})

const riskList = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string().nullable().describe('as the publisher dates it'),
  publishedAt: z.string().nullable(),
  checkedAt: z.string().nullable().describe('when it was last known to be what is published'),
  entries: z.int().nullable(),
  fresh: z.boolean().describe('checked within the last 48 hours'),
})

export const riskAnswer = z.object({
  success: z.boolean(),
  data: z.object({
    subject: z.string(),
    kind: z.enum(['name', 'address']).describe('what the subject was taken for'),
    verdict: z
      .enum(['match', 'review', 'clear', 'inconclusive'])
      .describe('clear only if every list was fresh; inconclusive is not charged'),
    inconclusiveBecause: z
      .enum(['list_not_fresh', 'script_not_read'])
      .nullable()
      .describe('some list is too old; or the name is in letters that no list has'),
    score: z.number().min(0).max(1).describe('of the best match: 0.9 and above is a match, 0.8 and above is for a person to look at'),
    matches: z.array(riskMatch).describe('the best first, at most ten'),
    lists: z.array(riskList).describe('every list that is screened against'),
  }),
  timestamp: z.string(),
  simulated: z.boolean().optional(),
  meta: answerMeta,
})

const published = '2026-10-05'
const list = (id: string, name: string, entries: number) => ({
  id,
  name,
  version: published,
  publishedAt: `${published}T00:00:00.000Z`,
  checkedAt: '2026-10-05T20:00:11.402Z',
  entries,
  fresh: true,
})

export const riskExample: z.input<typeof riskAnswer> = {
  success: true,
  data: {
    subject: 'Saddam Husayn',
    kind: 'name',
    verdict: 'match',
    inconclusiveBecause: null,
    score: 0.97,
    matches: [
      {
        list: 'ofac-sdn',
        entry: '6945',
        kind: 'person',
        strength: 'match',
        score: 0.97,
        matched: 'Saddam HUSSEIN',
        name: 'Saddam HUSSEIN AL-TIKRITI',
        weakAlias: false,
        birthYear: 'agrees',
        country: 'unknown',
        programmes: ['IRAQ2'],
        births: ['1937-04-28'],
        countries: ['IQ'],
        currency: null,
        listedOn: null,
        listVersion: published,
      },
    ],
    lists: [
      list('ofac-sdn', 'OFAC Specially Designated Nationals', 18_412),
      list('ofac-consolidated', 'OFAC Consolidated (non-SDN)', 443),
      list('eu', 'EU consolidated financial sanctions list', 5_903),
      list('un', 'UN Security Council Consolidated List', 1_011),
      list('uk', 'UK Sanctions List', 5_620),
    ],
  },
  timestamp: '2026-10-05T21:34:58.120Z',
  meta: {
    sources: [
      {
        id: 'ofac',
        url: 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/SDN.XML',
        asOf: `${published}T00:00:00.000Z`,
        licence: 'Public domain (work of the United States Government)',
        attribution: 'Source: U.S. Department of the Treasury, Office of Foreign Assets Control',
        cache: 'hit',
      },
    ],
    degraded: false,
    missing: [],
    simulated: false,
  },
}
