import { z } from 'zod'
import { answer, fixedPrice, offer, uncharged } from '../../offers/offer.ts'
import { recommend, type Recommendation } from '../../shared/recommendation.ts'
import { Problem } from '../../shared/problems.ts'
import { readAccountId, readAssetId } from '../../shared/chain-ids.ts'
import { metaOf } from '../../sources/policy/meta.ts'
import { looksLikeChainAddress } from '../../sources/sanctions/lists/chain-addresses.ts'
import { countryCode } from '../../sources/sanctions/lists/country-codes.ts'
import type { ListState, Screening, ScreeningMatch } from '../../sources/sanctions/screening.ts'
import { upstreamProblem } from '../../sources/policy/upstream-problem.ts'
import { riskAnswer, riskExample } from './risk-answer.ts'

const maxLength = 200
const aSubject = `a name, or an address on a blockchain: 2 to ${maxLength} characters with at least two letters or digits`

/** Screening of a name or an address against the sanctions lists of OFAC, the EU, the UN and the UK. */
export const risk = offer({
  id: 'data-risk',
  route: 'GET /v1/data/risk/{nameOrAddress}',
  access: fixedPrice('0.003'),
  title: 'Sanctions screening',
  purpose:
    'Run before paying or dealing with somebody: looks for a person, a company, a ship or an address on a blockchain on the sanctions lists of OFAC (SDN and consolidated), the EU, the UN and the UK (`lists` says how each was read), however the name is spelled. An aid to screening, not legal advice.',
  path: z.object({
    nameOrAddress: z
      .string()
      .max(maxLength, aSubject)
      .refine((text) => /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(text) && !/\p{Cc}/u.test(text), aSubject)
      .describe('A name, or an address on a blockchain'),
  }),
  query: z.object({
    birthYear: z
      .string()
      .regex(/^(?:1[89]|20)\d\d$/, 'a year such as 1957')
      .optional()
      .describe('A person born in another year does not match'),
    country: z
      .string()
      .regex(/^[A-Za-z]{2}$/, 'a country by its ISO 3166-1 code, such as IQ')
      .optional()
      .describe('Tells namesakes apart'),
  }),
  answer: riskAnswer,
  brief: [
    'data.subject',
    'data.kind',
    'data.verdict',
    'data.inconclusiveReason',
    'data.similarity',
    'data.matches[].list',
    'data.matches[].entry',
    'data.matches[].name',
    'data.lists[].id',
    'data.lists[].version',
  ],
  example: { path: { nameOrAddress: 'Saddam Husayn' }, query: { birthYear: '1937' }, answer: riskExample },
  dataset: {
    sources: ['ofac', 'eu-sanctions', 'un-sanctions', 'uk-sanctions'],
    freshness: { renewed: 'every 6 hours', maxAgeHours: 48 },
    coverage:
      'All entries of the OFAC SDN and consolidated lists, the EU financial sanctions list, the UN Security Council list (its own file, or as the EU and the UK repeat it) and the UK Sanctions List, with aliases and digital currency addresses.',
  },
  available: ({ sources }) => sources.sanctions.standing(),
  async run({ path, query }, { sources, clock, signal }) {
    const country = query.country === undefined ? undefined : countryCode(query.country)
    if (country === null) {
      throw new Problem('invalid_input', 'No country has this code.', { field: 'query.country', expected: 'an ISO 3166-1 code' })
    }
    const hints = {
      ...(query.birthYear === undefined ? {} : { birthYear: Number(query.birthYear) }),
      ...(country === undefined ? {} : { country }),
    }
    const screening = await sources.sanctions.screen(withoutChain(path.nameOrAddress), { hints, signal })
    if (!screening.lists.some(({ fresh }) => fresh)) throw upstreamProblem('No sanctions list is fresh enough to screen against.')
    const body = {
      success: true,
      data: { subject: path.nameOrAddress, ...dataOf(screening) },
      timestamp: new Date(clock.now()).toISOString(),
      meta: metaOf({
        stamps: sources.sanctions.stamps(),
        missing: screening.lists.flatMap(({ version }, index) => (version === null ? [`lists[${index}].version`] : [])),
        simulated: sources.simulated,
      }),
    }
    return screening.verdict === 'inconclusive'
      ? uncharged(body, 'inconclusive', screening.inconclusiveBecause === 'script_not_read' ? 'caller' : 'upstream')
      : answer(body)
  },
})

/** The address itself where a text names its chain too (CAIP-10, CAIP-19, `base:0x…`): lists have addresses without a chain. */
function withoutChain(text: string): string {
  const written = text.trim()
  const [, named] = /^[a-z0-9-]{2,20}:(0x[0-9a-f]{40})$/i.exec(written) ?? []
  const address = named ?? readAccountId(written)?.address ?? readAssetId(written)?.reference
  return address !== undefined && looksLikeChainAddress(address) ? address : text
}

const recommendations: Readonly<Record<Screening['verdict'], Recommendation>> = {
  match: recommend('do_not_deal', 'An entry of a sanctions list matches. Do not deal with it before a person has compared the entry.'),
  review: recommend('check_first', 'An entry of a sanctions list is similar. A person should compare the entry first.'),
  clear: recommend('go_ahead', 'No entry of the five lists is similar, and every list was fresh.'),
  inconclusive: recommend('unknown', 'The lists could not be searched as a whole, so nothing can be said.'),
}

/** The UN's own file was not read, so nothing is said of it. */
const clearOfEchoed = recommend(
  'go_ahead',
  'No entry of the lists of OFAC, the EU and the UK is similar, and each was fresh. UN designations were read as the EU and the UK repeat them.',
)

function recommendationOn(verdict: Screening['verdict'], lists: readonly ListState[]): Recommendation {
  return verdict === 'clear' && lists.some(({ readFrom }) => readFrom === 'other_lists') ? clearOfEchoed : recommendations[verdict]
}

function dataOf({ kind, verdict, inconclusiveBecause, score, matches, candidates, lists }: Screening) {
  return {
    kind,
    verdict,
    recommendation: { ...recommendationOn(verdict, lists) },
    inconclusiveReason: inconclusiveBecause,
    similarity: score,
    matches: matches.map(matchOf),
    candidates: candidates.map(matchOf),
    lists: lists.map(listOf),
  }
}

function matchOf({ score, birthYear, country, currency, listedOn, ...match }: ScreeningMatch) {
  return {
    ...match,
    similarity: score,
    birthYearAgreement: birthYear,
    countryAgreement: country,
    programmes: [...match.programmes],
    births: [...match.births],
    countries: [...match.countries],
    addressCurrency: currency,
    listedDate: listedOn,
  }
}

function listOf({ entries, publishedAt, checkedAt, throughLists, ...list }: ListState) {
  const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString())
  return { ...list, throughLists: [...throughLists], publishedAt: iso(publishedAt), checkedAt: iso(checkedAt), entryCount: entries }
}
