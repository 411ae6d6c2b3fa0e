import { anyOf, fixedPrice, metaOf, offer, Problem, watchedAnswer, z } from '../../../src/goods/door.ts'
import { pageFields, readWatchlistQuery, watchlistParameters } from '../../../src/goods/kit/answers.ts'
import { upstreamProblem } from '../../../src/goods/kit/http.ts'
import { utcDay } from '../../../src/goods/kit/time.ts'
import type { CompanySources } from './company-sources.ts'
import type { CompanyEvent } from '../sources/company-event.ts'

import { stampsOf } from './checks.ts'
import { collectSignals, type CollectedSignals } from './collect-signals.ts'
import { companyIdOf, companyIdPath, countryQuery } from './company-id-input.ts'
import { lookUpCompany, type LookedUp } from './look-up-company.ts'
import { mergeSignals, type Coverage } from './merge-signals.ts'
import { registerSources } from './register-sources.ts'
import { signalsAnswer, signalsExample } from './signals-answer.ts'
import { companyNotFound } from './company-problems.ts'

/** The list of VAT payers beside a register has no companies of its own. */
const registersAsked = Object.fromEntries(registerSources.filter((id) => id !== 'pl-white-list').map((id) => [id, []]))

/** Changes of one company since a day, from its national register and from GLEIF. */
export const companySignals = (sources: CompanySources) =>
  offer({
    id: 'company-signals',
    route: 'GET /v1/data/company/signals/{id}',
    access: fixedPrice('0.03'),
    title: 'Changes of a company',
    purpose:
      'What changed at a company since a day: name, address, status, officers (as counts), accounts, insolvency, capital, VAT and LEI, with old and new value, both dates, source and link. From its national register and from GLEIF. Where a register publishes no changes, the company is watched from your first call on.',
    restsOn: 'notices and changes of registers, compared day by day',
    cannotKnow: 'changes before the first record of a register without notices; persons, who are only counted',
    path: companyIdPath,
    query: z.object({
      ...watchlistParameters,
      country: countryQuery.describe('country of a register number that is given without one, ISO 3166-1'),
    }),
    answer: signalsAnswer,
    problems: [companyNotFound],
    brief: [
      'data.company.name',
      'data.sinceDate',
      'data.next_since',
      'data.has_more',
      'data.coverage.status',
      'data.events[].id',
      'data.events[].type',
      'data.events[].publishedDate',
      'data.events[].summary',
    ],
    example: { path: { id: 'FI:0112038-9' }, query: { limit: '50' }, answer: signalsExample },
    dataset: {
      sources: [...registerSources, 'bodacc', 'gleif', 'vies'],
      freshness: {
        renewed: 'every 6 hours, LEI records at 00, 08 and 16 UTC, records without a feed of changes once a day',
        maxAgeHours: 168,
      },
      coverage:
        'Companies of NO, FI, CZ, FR, GB, PL, SK, EE and LV, and every company with an LEI. CZ has about 30 days; PL, SK, EE and LV begin with the first call about the company.',
    },
    // The register, then its changes beside those of GLEIF: each of them takes up to seven seconds.
    deadlineMs: 15_000,
    watchlist: {
      items: 'changes',
      subject: ({ path, query }) => [path.id.toUpperCase().replace(/[\s.-]/g, ''), query.country ?? null],
    },
    needs: { sources: [anyOf({ ...registersAsked, gleif: ['feeds.changes'] })] },
    async run({ path, query }, { clock, signal }) {
      const today = utcDay(clock.now())
      const request = readWatchlistQuery(query, clock.now())
      const { since } = request
      const id = companyIdOf(path.id, query.country, sources)
      const company = await lookUpCompany(id, { sources, signal })
      const collected = await collectSignals(id, company, request.windowFrom, { sources, signal })
      if (collected.signals.every(({ finding }) => finding.status !== 'found')) throw nothingFound(company, collected)
      const hasRegister = collected.signals.some(({ source }) => source !== sources.gleif.source.terms.id)
      const merged = mergeSignals({ since, today, hasRegister }, collected.signals)
      const { data: described, missing } = describeCompany(company, collected)
      const stamps = stampsOf([...collected.signals.map(({ finding }) => finding), company.register, company.lei])
      return watchedAnswer({
        request,
        items: merged.events.map((event) => ({ id: event.id, day: event.published, item: event })),
        answeredUntil: merged.answeredUntil,
        asked: stamps.some(({ cache }) => cache === 'miss'),
        body: (page) => ({
          success: true,
          data: {
            company: described,
            sinceDate: since,
            events: page.items.map(({ item, repeated }) => ({ ...eventOf(item), repeated })),
            ...pageFields(page),
            coverage: coverageOf(merged.coverage),
          },
          timestamp: new Date(clock.now()).toISOString(),
          meta: metaOf({ stamps, missing, fallback: merged.coverage.reason === 'source_unavailable', simulated: sources.simulated }),
        }),
      })
    },
  })

/** No source gave an answer: either none is able to, or none knows the company. */
function nothingFound(company: LookedUp, { signals }: CollectedSignals): Problem {
  const findings = [company.register, company.lei, ...signals.map(({ finding }) => finding)]
  const unavailable = findings.filter((one) => one.status === 'unavailable')
  if (unavailable.some(({ reason }) => reason !== 'disabled')) {
    return upstreamProblem('No source that publishes changes of this company answers at this moment.')
  }
  if (unavailable.length > 0) return new Problem('no_data', 'This service cannot ask the register of this company.', { field: 'path.id' })
  return new Problem(companyNotFound, 'No register and no LEI record has this company.', { field: 'path.id' })
}

function describeCompany({ country, register, lei }: LookedUp, collected: CollectedSignals) {
  const inRegister = register.status === 'found' ? register.value.legalName : null
  const name = inRegister ?? (lei.status === 'found' ? lei.value.legalName : null)
  const missing = [
    ...(collected.lei === null && lei.status === 'unavailable' ? ['company.lei'] : []),
    ...(name === null ? ['company.name'] : []),
  ]
  return { data: { country, registerNumber: collected.registerNumber, lei: collected.lei, name }, missing }
}

function eventOf({ date, published, ...event }: CompanyEvent) {
  return { ...event, effectiveDate: date, publishedDate: published }
}

function coverageOf({ from, sources, ...coverage }: Coverage) {
  return { ...coverage, fromDate: from, sources: sources.map(({ from: fromDate, ...one }) => ({ ...one, fromDate })) }
}
