import { answerMeta, metaOf, z } from '../../../src/goods/door.ts'
import {
  count,
  countryCode,
  foreignText,
  identifier,
  isoDate,
  isoTime,
  recommendationAnswer,
  share,
  text,
} from '../../../src/goods/kit/answers.ts'
import { identifierKinds } from '../sanctions/identifiers/identifier-kinds.ts'
import { inconclusiveReasons } from '../sanctions/screening.ts'

const agreement = z.enum(['agrees', 'contradicts', 'unknown'])

const comparedAs = z.enum(['name', 'address', ...identifierKinds])

const riskMatch = z.object({
  list: identifier.describe('Id of the list, as in lists'),
  entry: identifier.describe("The publisher's number of the entry"),
  kind: z.enum(['person', 'entity', 'vessel', 'aircraft']),
  strength: z.enum(['match', 'review', 'candidate']).describe('A candidate is a near miss that changes no verdict'),
  similarity: share,
  matched: foreignText.describe('The listed name, address or number that was found'),
  matchedAs: comparedAs.describe('What it is, as the list says'),
  name: foreignText.describe("The entry's primary name"),
  weakAlias: z.boolean().describe('The list itself calls the name found a weak alias'),
  commonName: z.boolean().describe('Thousands of people have the name found: a match only if birthYear or country agrees'),
  birthYearAgreement: agreement.describe('Whether the year of birth in the query fits the entry'),
  countryAgreement: agreement.describe('Whether the country in the query fits the entry'),
  programmes: z.array(foreignText).describe('Sanctions programmes or regimes, as the list names them'),
  births: z.array(foreignText).describe('Years or days of birth; 1957/1960 for a year between'),
  countries: z.array(countryCode).describe('ISO 3166-1 codes of nationalities and addresses'),
  addressCurrency: identifier.nullable().describe('Currency of the address found, as the list calls it; null for names'),
  listedDate: isoDate.nullable(),
  listVersion: identifier,
  unReference: identifier.nullable().describe("The UN's number of the same designation, where the list names it"),
})

const riskList = z.object({
  id: identifier,
  name: text,
  readFrom: z.enum(['publisher', 'other_lists']).describe('other_lists: as throughLists repeat it, not its own file'),
  throughLists: z.array(identifier),
  coveredShare: share.nullable().describe('The least share of the list that is known; null: unknown'),
  version: identifier.nullable().describe('As the publisher dates it'),
  publishedAt: isoTime.nullable(),
  checkedAt: isoTime.nullable().describe('When it was last found to be what is published'),
  entryCount: count.nullable(),
  fresh: z.boolean().describe('Checked within the last 48 hours'),
})

export const riskAnswer = z.object({
  success: z.boolean(),
  data: z.object({
    subject: text,
    kind: z.enum(['name', 'address', 'number']).describe('What the subject was read as; name where it has a name and numbers'),
    compared: z
      .array(z.object({ as: comparedAs, text }))
      .describe(
        'The parts of the subject that were compared. The verdict says nothing of any other part; empty where nothing was compared',
      ),
    verdict: z
      .enum(['match', 'review', 'clear', 'inconclusive'])
      .describe('clear: what was compared is on no list, and every list was fresh; inconclusive is not charged'),
    recommendation: recommendationAnswer,
    inconclusiveReason: z
      .enum(inconclusiveReasons)
      .nullable()
      .describe('number_not_listed: lists give the numbers of only some entries, so a number on none proves nothing'),
    similarity: share.describe('Of the best match: from 0.9 a match, from 0.8 for a person to review'),
    matches: z.array(riskMatch).describe('The best first, at most ten'),
    candidates: z.array(riskMatch).describe('Near misses, which are too little alike for a review; the best first, at most five'),
    lists: z.array(riskList).describe('Every list that was searched'),
  }),
  timestamp: isoTime,
  meta: answerMeta,
})

const published = '2026-10-05'
const list = (id: string, name: string, entryCount: number) => ({
  id,
  name,
  readFrom: 'publisher' as const,
  throughLists: [],
  coveredShare: 1,
  version: published,
  publishedAt: `${published}T00:00:00.000Z`,
  checkedAt: '2026-10-05T20:00:11.402Z',
  entryCount,
  fresh: true,
})

export const riskExample: z.input<typeof riskAnswer> = {
  success: true,
  data: {
    subject: 'Saddam Husayn',
    kind: 'name',
    compared: [{ as: 'name', text: 'Saddam Husayn' }],
    verdict: 'match',
    recommendation: {
      action: 'do_not_deal',
      reason: 'An entry of a sanctions list matches. Do not deal with it before a person has compared the entry.',
    },
    inconclusiveReason: null,
    similarity: 0.97,
    matches: [
      {
        list: 'ofac-sdn',
        entry: '6945',
        kind: 'person',
        strength: 'match',
        similarity: 0.97,
        matched: 'Saddam HUSSEIN',
        matchedAs: 'name',
        name: 'Saddam HUSSEIN AL-TIKRITI',
        weakAlias: false,
        commonName: false,
        birthYearAgreement: 'agrees',
        countryAgreement: 'unknown',
        programmes: ['IRAQ2'],
        births: ['1937-04-28'],
        countries: ['IQ'],
        addressCurrency: null,
        listedDate: null,
        listVersion: published,
        unReference: null,
      },
    ],
    candidates: [],
    lists: [
      list('ofac-sdn', 'OFAC Specially Designated Nationals', 18_412),
      list('ofac-consolidated', 'OFAC Consolidated (non-SDN)', 443),
      list('eu', 'EU consolidated financial sanctions list', 5_903),
      list('un', 'UN Security Council Consolidated List', 1_011),
      list('uk', 'UK Sanctions List', 5_620),
    ],
  },
  timestamp: '2026-10-05T21:34:58.120Z',
  meta: metaOf({
    stamps: [
      {
        id: 'ofac',
        url: 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/SDN.XML',
        asOf: `${published}T00:00:00.000Z`,
        licence: 'Public domain (work of the United States Government)',
        attribution: 'Source: U.S. Department of the Treasury, Office of Foreign Assets Control',
        cache: 'hit',
      },
    ],
    simulated: false,
  }),
}
