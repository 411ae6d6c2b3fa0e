import { answerMeta, metaOf, z } from '../../../src/goods/door.ts'
import {
  count,
  countryCode,
  currencyCode,
  decimal,
  foreignText,
  identifier,
  isoDate,
  isoTime,
  pageSchema,
  repeatedSchema,
  text,
  uri,
} from '../../../src/goods/kit/answers.ts'

const cpvCode = z.object({
  code: identifier.describe('Eight digits, without the check digit'),
  title: text.nullable().describe('English title of titleCode; null for a code outside the vocabulary'),
  titleCode: identifier
    .nullable()
    .describe('The code that the title belongs to: the same, or the nearest one above a code that the vocabulary lacks'),
})

const eformsCode = z.object({ code: identifier, title: text.nullable().describe('null for a code that is not in eForms SDK 1.15') })

const notice = z.object({
  id: identifier.describe('Publication number; each change of a notice has its own'),
  repeated: repeatedSchema,
  publishedDate: isoDate,
  title: foreignText.nullable().describe('In English where the buyer wrote it so, else in the language of the notice'),
  titleLanguage: identifier.nullable().describe('ISO 639-2/T, such as eng or deu'),
  buyer: z.object({ name: foreignText.nullable(), country: countryCode.nullable() }),
  cpv: z.array(cpvCode).describe('Each code once, in the order of the notice'),
  formType: identifier
    .nullable()
    .describe('planning, consultation, competition, dir-awa-pre, result, cont-modif, completion, change or bri'),
  noticeType: identifier.nullable().describe('The eForms code, such as cn-standard or can-standard'),
  procedure: identifier.nullable().describe('The eForms code, such as open or restricted'),
  procedureId: identifier.nullable().describe('The same for all notices of one procedure'),
  noticeId: identifier.nullable().describe('Id of the notice in eForms, as changedNotice refers to it'),
  changedNotice: identifier.nullable().describe('What it changes: a noticeId with a version, or a publication number'),
  changeReasons: z.array(eformsCode).describe('Why it changes that, such as cancel-intent; empty where it says no reason'),
  award: z
    .object({
      statuses: z.array(eformsCode).describe('selec-w, clos-nw or open-nw, of any of its lots'),
      notAwardedReasons: z.array(eformsCode).describe('Why lots have no winner, such as no-rece; empty where it says no reason'),
    })
    .nullable()
    .describe('How its lots ended, each code once; xmlUrl says which lot. null where the notice says nothing of that'),
  deadlineAt: isoTime
    .nullable()
    .describe(
      'The next deadline of its lots for tenders or requests to participate; the end of the day where TED gives no time; null where none is left',
    ),
  value: z
    .object({
      amount: decimal.describe('In the currency beside it'),
      currency: currencyCode,
      kind: z
        .enum(['estimated', 'total', 'awarded'])
        .describe('estimated: before the award, of all lots. total: of all contracts. awarded: of the only winning tender'),
      isPlaceholder: z
        .boolean()
        .describe('true for an amount of at most 1, or a sum with such a lot: what buyers write where they say no value'),
    })
    .nullable()
    .describe('null where the notice says none, or several that can’t be added up'),
  valueCheck: z
    .enum(['met', 'not_compared'])
    .nullable()
    .describe('With min_value: met, or not_compared where there is no value in EUR, or a placeholder; else null'),
  lotCount: count.nullable(),
  url: uri.describe('The page of the notice'),
  xmlUrl: uri.describe('The whole notice as XML'),
})

const coverage = z.object({
  status: z
    .enum(['complete', 'truncated'])
    .describe('truncated: TED gave fewer notices than it counts, or some could not be read; next_since goes on only where it gave all'),
  observedAt: isoTime.describe('When TED was asked'),
  unreadableCount: count.describe('Notices that TED gave in a form that could not be read; they are left out'),
})

export const tendersAnswer = z.object({
  success: z.boolean(),
  data: z.object({
    country: countryCode.describe('EU is all countries of TED'),
    cpv: z.array(identifier).describe('The prefixes that were looked for'),
    sinceDate: isoDate.describe('The first day that was asked for'),
    notices: z
      .array(notice)
      .describe('The oldest publication first; some may be up to 30 days older than sinceDate, since they appeared late'),
    ...pageSchema,
    coverage,
  }),
  timestamp: isoTime,
  meta: answerMeta,
})

export const tendersExample: z.input<typeof tendersAnswer> = {
  success: true,
  data: {
    country: 'DE',
    cpv: ['72'],
    sinceDate: '2026-07-07',
    notices: [
      {
        id: '511204-2026',
        repeated: false,
        publishedDate: '2026-10-05',
        title: 'Entwicklung eines Fachverfahrens',
        titleLanguage: 'deu',
        buyer: { name: 'Stadt Brückenthal', country: 'DE' },
        cpv: [{ code: '72212311', title: 'Document management software development services', titleCode: '72212311' }],
        formType: 'competition',
        noticeType: 'cn-standard',
        procedure: 'open',
        procedureId: '8f0f3f2e-6b0d-4d0c-a3a1-0d4f9a3d7c11',
        noticeId: '2d1d8a8e-51c5-4a53-a0de-5f6a1f0d9b27',
        changedNotice: null,
        changeReasons: [],
        award: null,
        deadlineAt: '2026-11-09T10:00:00.000Z',
        value: { amount: '480000.00', currency: 'EUR', kind: 'estimated', isPlaceholder: false },
        valueCheck: null,
        lotCount: 1,
        url: 'https://ted.europa.eu/en/notice/-/detail/511204-2026',
        xmlUrl: 'https://ted.europa.eu/en/notice/511204-2026/xml',
      },
    ],
    next_since: '2026-10-05',
    has_more: false,
    cursor: null,
    leftOutCount: 0,
    coverage: { status: 'complete', observedAt: '2026-10-05T21:34:57.402Z', unreadableCount: 0 },
  },
  timestamp: '2026-10-05T21:34:58.120Z',
  meta: metaOf({
    stamps: [
      {
        id: 'ted',
        url: 'https://api.ted.europa.eu/v3/notices/search',
        asOf: '2026-10-05T21:34:57.402Z',
        licence: 'Commission reuse policy, Decision 2011/833/EU',
        attribution: 'TED, © European Union',
        cache: 'miss',
      },
    ],
    simulated: false,
  }),
}
