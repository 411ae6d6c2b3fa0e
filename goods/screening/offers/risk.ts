import { allOf, answer, fixedPrice, metaOf, offer, Problem, uncharged, z } from '../../../src/goods/door.ts'
import { upstreamProblem } from '../../../src/goods/kit/http.ts'
import { countryCodeOf as countryCode } from '../../../src/goods/kit/names.ts'
import type { Sanctions } from '../sanctions/sanctions.ts'
import type { InconclusiveReason, ListState, Screening, ScreeningMatch } from '../sanctions/screening.ts'
import { riskAnswer, riskExample } from './risk-answer.ts'
import { recommendationOn } from './risk-recommendation.ts'
import { listSources, neededLists } from '../sanctions/list-sources.ts'

const maxLength = 200
const aSubject = `a name, a number or an address on a blockchain: 2 to ${maxLength} characters with at least two letters or digits`

/** Screening of a name or an address against the sanctions lists of OFAC, the EU, the UN and the UK. */
export const risk = (
  sanctions: Pick<Sanctions, 'screen' | 'stamps' | 'standing'>,
  { simulated, described = false }: { readonly simulated: boolean; readonly described?: boolean },
) =>
  offer({
    id: 'data-risk',
    route: 'GET /v1/data/risk/{nameOrAddress}',
    access: fixedPrice('0.003'),
    title: 'Sanctions screening',
    purpose:
      'Run before paying or dealing with somebody: looks for a person, a company, a ship, a number or a wallet on the sanctions lists of OFAC (SDN and consolidated), the EU, the UN and the UK (`lists` says how each was read), however the name is spelled. An aid to screening, not legal advice.',
    restsOn: "the sanctions lists of OFAC, EU, UN and UK; without a contract the UN's as the EU and the UK repeat it, and lists says so",
    cannotKnow: 'other lists; owners behind a company (the 50 % rule)',
    path: z.object({
      nameOrAddress: z
        .string()
        .max(maxLength, aSubject)
        .refine((text) => /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(text) && !/\p{Cc}/u.test(text), aSubject)
        .describe('A name, a number (IMO 9187629) or an address'),
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
      'data.compared[].as',
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
      sources: listSources,
      freshness: { renewed: 'every 6 hours', maxAgeHours: 48 },
      coverage:
        'All entries of the OFAC SDN and consolidated lists, the EU financial sanctions list, the UN Security Council list (its own file, or as the EU and the UK repeat it) and the UK Sanctions List, with aliases, numbers of documents, registers, ships and aircraft, and digital currency addresses.',
    },
    needs: {
      // What was loaded before is searched while the publishers are down.
      sources: [{ ...allOf(neededLists), mayBeDown: true }],
      alsoUses: listSources,
      // What is only described has no lists.
      ...(described ? {} : { engine: { by: { availability: () => sanctions.standing() } } }),
    },
    async run({ path, query }, { clock, signal }) {
      const country = query.country === undefined ? undefined : countryCode(query.country)
      if (country === null) {
        throw new Problem('invalid_input', 'No country has this code.', { field: 'query.country', expected: 'an ISO 3166-1 code' })
      }
      const hints = {
        ...(query.birthYear === undefined ? {} : { birthYear: Number(query.birthYear) }),
        ...(country === undefined ? {} : { country }),
      }
      const screening = await sanctions.screen(path.nameOrAddress, { hints, signal })
      if (!screening.lists.some(({ fresh }) => fresh)) throw upstreamProblem('No sanctions list is fresh enough to screen against.')
      const body = {
        success: true,
        data: { subject: path.nameOrAddress, ...dataOf(screening) },
        timestamp: new Date(clock.now()).toISOString(),
        meta: metaOf({
          stamps: sanctions.stamps(),
          missing: screening.lists.flatMap(({ version }, index) => (version === null ? [`lists[${index}].version`] : [])),
          simulated: simulated,
        }),
      }
      return screening.verdict === 'inconclusive'
        ? uncharged(body, 'inconclusive', isOurs(screening.inconclusiveBecause) ? 'upstream' : 'caller')
        : answer(body)
    },
  })

/** Whether the lists are the reason for which nothing can be said, and not the query. */
function isOurs(reason: InconclusiveReason | null): boolean {
  return reason === 'list_not_fresh' || reason === 'numbers_not_read'
}

function dataOf(screening: Screening) {
  const { kind, compared, verdict, inconclusiveBecause, score, matches, candidates, lists } = screening
  return {
    kind,
    compared: [...compared],
    verdict,
    recommendation: { ...recommendationOn(screening) },
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
