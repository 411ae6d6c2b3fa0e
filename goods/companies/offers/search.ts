import { answer, anyOf, fixedPrice, metaOf, offer, z } from '../../../src/goods/door.ts'
import { upstreamProblem } from '../../../src/goods/kit/http.ts'
import { compareCompanyNames } from '../../../src/goods/kit/names.ts'
import type { CompanySources } from './company-sources.ts'
import type { CompanyCandidate } from '../sources/company-register.ts'
import type { RegisterFinding } from '../sources/finding.ts'
import { stampsOf } from './checks.ts'
import { countryQuery } from './company-id-input.ts'
import { registerSources } from './register-sources.ts'
import { searchAnswer, searchExample } from './search-answer.ts'

const aName = 'a company name of 2 to 200 characters'
const [usualCount, maxCount] = [10, 50]
const aCount = `a whole number from 1 to ${maxCount}`
/** Registers order their hits in their own way, so more are asked for than are shown. */
const askedCount = 20

type Candidate = z.input<typeof searchAnswer>['data']['candidates'][number]

/** Companies by name, from the register of a country and GLEIF, with the ids that the other company offers take. */
export const companySearch = (sources: CompanySources) =>
  offer({
    id: 'company-search',
    route: 'GET /v1/data/company/search',
    access: fixedPrice('0.003'),
    title: 'Company search',
    purpose:
      'Finds companies by name, with the ids that the verification, the profile and the signals take. With a country its national register is searched too; without one, companies with an LEI.',
    restsOn: 'national registers and GLEIF',
    cannotKnow: 'companies of countries without an open register',
    query: z.object({
      name: z
        .string()
        .min(2, aName)
        .max(200, aName)
        .refine((given) => /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(given) && !/\p{Cc}/u.test(given), aName)
        .describe(aName),
      country: countryQuery.describe('ISO 3166-1 code'),
      limit: z
        .string()
        .regex(/^(?:[1-9]|[1-4]\d|50)$/, aCount)
        .transform(Number)
        .optional()
        .describe(`${aCount}; ${usualCount} if not given`),
    }),
    answer: searchAnswer,
    brief: ['data.note', 'data.candidates[].id', 'data.candidates[].name', 'data.candidates[].status', 'data.candidates[].similarity'],
    example: { query: { name: 'Nokia', country: 'FI' }, answer: searchExample },
    dataset: {
      freshness: { renewed: 'every 6 hours', maxAgeHours: 168 },
      coverage:
        'Companies with an LEI; with a country also the registers of Norway, Finland, Czechia, France, Slovakia, Estonia, Latvia and the United Kingdom.',
    },
    needs: { sources: [{ ...anyOf({ gleif: [] }), mayBeDown: true }], alsoUses: registerSources },
    deadlineMs: 12_000,
    async run({ query: { name, country, limit = usualCount } }, { clock, signal }) {
      const register = country === undefined ? null : sources.registers.of(country)
      const asked = [
        ...(register?.search ? [{ source: register.source.terms.id, finding: register.search(name, askedCount, signal) }] : []),
        { source: sources.gleif.source.terms.id, finding: sources.gleif.search(name, country ?? null, askedCount, signal) },
      ]
      const replies = await Promise.all(asked.map(async ({ source, finding }) => ({ source, finding: await finding })))
      const answered = replies.filter(({ finding }) => finding.status !== 'unavailable')
      if (answered.length === 0) throw upstreamProblem('No source for this search answers at this moment.')
      return answer({
        success: true,
        data: {
          candidates: ranked(name, replies).slice(0, limit),
          searched: replies.map(({ source, finding }) => ({ source, answered: finding.status !== 'unavailable' })),
          note: noteOn(country, register),
        },
        timestamp: new Date(clock.now()).toISOString(),
        meta: metaOf({
          stamps: stampsOf(replies.map(({ finding }) => finding)),
          missing: replies.flatMap(({ source, finding }) => (finding.status === 'unavailable' ? [`data.candidates of ${source}`] : [])),
          simulated: sources.simulated,
        }),
      })
    },
  })

function noteOn(country: string | undefined, register: ReturnType<CompanySources['registers']['of']>): string | null {
  if (country === undefined) return 'Only companies with an LEI were searched. With a country, its national register is searched too.'
  if (register?.search) return null
  return 'The register of this country cannot be searched by name here, so only companies with an LEI were searched.'
}

/** Every candidate once: what the register and GLEIF both know is joined by the register number. */
function ranked(
  name: string,
  replies: readonly { readonly source: string; readonly finding: RegisterFinding<readonly CompanyCandidate[]> }[],
): Candidate[] {
  const byKey = new Map<string, Candidate>()
  for (const { source, finding } of replies) {
    for (const candidate of finding.status === 'found' ? finding.value : []) {
      const key = keyOf(candidate)
      const known = byKey.get(key)
      byKey.set(key, known ? joined(known, candidate, source) : candidateOf(name, candidate, source))
    }
  }
  return [...byKey.values()].toSorted((one, other) => other.similarity - one.similarity || one.name.localeCompare(other.name, 'en'))
}

function keyOf({ country, registerNumber, lei, name }: CompanyCandidate): string {
  const bare = registerNumber?.replace(/[^0-9A-Za-z]/g, '').replace(/^0+/, '')
  return bare ? `${country} ${bare}` : (lei ?? `${country} ${name}`)
}

function joined(known: Candidate, { lei, vatId, address }: CompanyCandidate, source: string): Candidate {
  return {
    ...known,
    lei: known.lei ?? lei,
    vatId: known.vatId ?? vatId,
    line: known.line ?? address,
    foundBy: [...new Set([...known.foundBy, source])],
  }
}

function candidateOf(wanted: string, candidate: CompanyCandidate, source: string): Candidate {
  const { name, country, registerNumber, lei, vatId, status, address } = candidate
  const isRegister = source !== 'gleif' && registerNumber !== null
  return {
    name,
    similarity: compareCompanyNames(wanted, name).score,
    country,
    id: isRegister ? `${country}:${registerNumber}` : lei,
    registerNumber,
    lei,
    vatId,
    status,
    line: address,
    foundBy: [source],
  }
}
