import { answer, anyOf, fixedPrice, metaOf, offer, Problem, z } from '../../../src/goods/door.ts'
import { switchedOff } from '../../../src/goods/kit/answers.ts'
import { upstreamProblem } from '../../../src/goods/kit/http.ts'
import type { CompanySources } from './company-sources.ts'
import { stampsOf } from './checks.ts'
import { companyIdOf, companyIdPath, countryQuery } from './company-id-input.ts'
import { valueOf } from './gather-evidence.ts'
import { lookUpCompany } from './look-up-company.ts'
import { familyOf, mergeCompany } from './merge-company.ts'
import { profileAnswer, profileExample } from './profile-answer.ts'
import { registerSources } from './register-sources.ts'
import { companyNotFound } from './company-problems.ts'

/** What the national register and GLEIF say about a company, by any of its ids. It never holds personal data of officers. */
export const companyProfile = (sources: CompanySources) =>
  offer({
    id: 'company-profile',
    route: 'GET /v1/data/company/profile/{id}',
    access: fixedPrice('0.015'),
    title: 'Company profile',
    purpose:
      'A company by VAT number, LEI or register number: names and former names, form, status, addresses, dates, capital, activities, accounts where the register opens them, LEI, parents and children. No data of persons.',
    restsOn: 'the national register, VIES, GLEIF',
    cannotKnow: 'what a register does not open',
    path: companyIdPath,
    query: z.object({ country: countryQuery.describe('the country of a bare register number, by its ISO 3166-1 code') }),
    answer: profileAnswer,
    problems: [companyNotFound],
    brief: [
      'data.company.legalName',
      'data.company.country',
      'data.company.registerNumber',
      'data.company.vatId',
      'data.company.vatRegistered',
      'data.company.status',
      'data.company.lei',
      'data.company.leiStatus',
      'data.company.address.line',
    ],
    example: { path: { id: 'FI:0112038-9' }, answer: profileExample },
    dataset: {
      sources: [...registerSources, 'gleif', 'vies'],
      freshness: { renewed: 'every 6 hours', maxAgeHours: 168 },
      coverage:
        'Registers of Norway, Finland, Czechia, France, Poland, Slovakia, Estonia, Latvia and the United Kingdom; companies with an LEI everywhere.',
    },
    needs: { sources: [{ ...anyOf({ gleif: [] }), mayBeDown: true }] },
    deadlineMs: 20_000,
    async run({ path, query }, { clock, signal }) {
      const id = companyIdOf(path.id, query.country, sources)
      const looked = await lookUpCompany(id, { sources, signal })
      const [register, lei] = [valueOf(looked.register), valueOf(looked.lei)]
      const silent = [looked.register, looked.lei].filter((finding) => finding.status === 'unavailable')
      if (register === null && lei === null) {
        // "Not found" is said only when every source that could know it has answered.
        if (silent.some(({ reason }) => reason !== 'disabled'))
          throw upstreamProblem('A source that may know this company does not answer now.')
        if (silent.length > 0) throw switchedOff('A source that may know this company is switched off here.')
        throw new Problem(companyNotFound, 'No source knows a company with this id.')
      }
      const family = lei === null ? null : await sources.gleif.family(lei.lei, signal)
      const known = family === null ? null : valueOf(family)
      const missing = [
        ...(looked.register.status === 'unavailable' ? ['data.company.registerNumber'] : []),
        ...(looked.lei.status === 'unavailable' ? ['data.company.lei'] : []),
        ...(family?.status === 'unavailable' ? ['data.family'] : []),
      ]
      return answer({
        success: true,
        data: {
          company: mergeCompany({ country: looked.country, vat: id.kind === 'vat' ? id.vat : null, vies: null, register, lei }),
          family: known === null ? null : familyOf(known),
        },
        timestamp: new Date(clock.now()).toISOString(),
        meta: metaOf({ stamps: stampsOf([looked.register, looked.lei, family]), missing, simulated: sources.simulated }),
      })
    },
  })
