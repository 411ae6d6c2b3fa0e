import { readJson, source, z } from '../../../../src/goods/door.ts'
import { type Source, type SourceTools, UpstreamGarbage, UpstreamRejected, type UpstreamResponse } from '../../../../src/goods/kit/http.ts'
import type { CompanyCandidate } from '../company-register.ts'
import type { CompanyStatus, RegisterRecord } from '../register-record.ts'
import { withoutSeparators } from './check-digits.ts'
import { filingHistoryPath, readFilingHistory } from './companies-house-filings.ts'
import { ofChangesKey } from './event-list.ts'
import { activityCode, addressOf, bareRecord, day, joined, line } from './record-fields.ts'
import { changeFeed, createRegister, maxCandidates, nameFeed, patience, recordFeed } from './register-adapter.ts'

export const companiesHouse = source({
  id: 'companies-house',
  name: 'Companies House (United Kingdom)',
  licence: 'Crown copyright; Companies House imposes no rules on how its public data is used',
  attribution: 'Source: Companies House, Crown copyright',
  resale: 'open',
  keySetting: 'COMPANIES_HOUSE_KEY',
  homepage: 'https://developer.company-information.service.gov.uk',
  baseUrl: 'https://api.company-information.service.gov.uk',
  standing: 'publisher',
  headers: ({ companiesHouseKey: key }): Readonly<Record<string, string>> =>
    typeof key === 'string' ? { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` } : {},
  requestLimit: { requests: 600, perMs: 300_000 },
  patience,
  create: createCompaniesHouse,
})

const profile = z.object({
  company_number: z.string().regex(/^[A-Z0-9]{8}$/),
  company_name: line,
  company_status: line,
  company_status_detail: line,
  type: line,
  date_of_creation: day,
  date_of_cessation: day,
  sic_codes: z.array(activityCode).max(20).nullish(),
  previous_company_names: z
    .array(z.object({ name: line, effective_from: day, ceased_on: day }))
    .max(200)
    .nullish(),
  registered_office_address: z
    .object({ premises: line, address_line_1: line, address_line_2: line, locality: line, region: line, postal_code: line, country: line })
    .nullish(),
  accounts: z.object({ last_accounts: z.object({ made_up_to: day }).nullish() }).nullish(),
})
type Profile = z.output<typeof profile>
const hits = z.object({
  total_results: z.int().nonnegative().nullish(),
  items: z.array(z.object({ company_number: z.string().max(10), title: line, company_status: line, address_snippet: line })).max(100),
})
const missing = z.object({ errors: z.array(z.object({ error: z.string().max(100) })).max(20) })

const statuses: Readonly<Record<string, CompanyStatus>> = {
  active: 'active',
  open: 'active',
  registered: 'active',
  liquidation: 'in_liquidation',
  receivership: 'insolvent',
  administration: 'insolvent',
  'voluntary-arrangement': 'insolvent',
  'insolvency-proceedings': 'insolvent',
  dissolved: 'dissolved',
  'converted-closed': 'dissolved',
  closed: 'dissolved',
  removed: 'dissolved',
}

function createCompaniesHouse(source: Source, parts: SourceTools) {
  const pathOf = (number: string) => `/company/${number}`
  const namePath = (name: string) => `/search/companies?q=${encodeURIComponent(name)}&items_per_page=${maxCandidates}`
  const record = recordFeed(source, {
    address: pathOf,
    load: (number, signal) =>
      source.ask({ path: pathOf(number), alsoAccept: [404], read: (answer) => readProfile(answer, number) }, signal),
  })
  const names = nameFeed(source, {
    address: namePath,
    load: (name, signal) => source.ask({ path: namePath(name), read: readHits }, signal),
  })
  const published = changeFeed(source, {
    address: (text) => filingHistoryPath(ofChangesKey(text).number),
    load: (text, signal) => {
      const { number, since } = ofChangesKey(text)
      const request = { path: filingHistoryPath(number), alsoAccept: [404] }
      return source.ask({ ...request, read: (answer) => (isMissing(answer) ? null : readFilingHistory(answer, number, since)) }, signal)
    },
  })
  return createRegister(parts, {
    country: 'GB',
    source,
    record,
    names,
    published,
    normalise,
    // A VAT number has nothing to do with the company number.
    fromVat: () => null,
  })
}

/** Eight characters: digits, or a prefix of two letters such as SC and six digits. People leave zeros out. */
function normalise(text: string): string | null {
  const [, prefix = '', digits = ''] = /^([A-Z]{2}|R)?(\d{1,8})$/.exec(withoutSeparators(text)) ?? []
  const length = 8 - prefix.length
  if (digits === '' || digits.length > length || /^0*$/.test(digits)) return null
  return prefix + digits.padStart(length, '0')
}

/** Its own code tells an unknown company from a wrong address. @throws UpstreamRejected, UpstreamGarbage */
function isMissing(answer: UpstreamResponse): boolean {
  if (answer.status !== 404) return false
  const codes = readJson(answer, missing).errors.map(({ error }) => error)
  if (codes.some((code) => code === 'company-profile-not-found' || code === 'filing-history-item-not-found')) return true
  throw new UpstreamRejected(404)
}

function readProfile(answer: UpstreamResponse, number: string): RegisterRecord | null {
  if (isMissing(answer)) return null
  const found = readJson(answer, profile)
  if (found.company_number !== number) throw new UpstreamGarbage('wrong_shape')
  return recordOf(found)
}

function readHits(answer: UpstreamResponse): CompanyCandidate[] {
  return readJson(answer, hits).items.flatMap(
    ({ company_number: registerNumber, title, company_status: status, address_snippet: address }) =>
      title === null ? [] : [{ country: 'GB', registerNumber, lei: null, vatId: null, name: title, status: statusOf(status), address }],
  )
}

function statusOf(status: string | null): CompanyStatus {
  return (status === null ? undefined : statuses[status]) ?? 'unknown'
}

/** Companies from abroad have an address there. */
function isBritish(country: string | null): boolean {
  return (
    country === null ||
    /^(?:united kingdom|great britain|england|scotland|wales|northern ireland|not specified)\b|^(?:uk|gb)$/i.test(country)
  )
}

function recordOf(found: Profile): RegisterRecord {
  const place = found.registered_office_address
  const periodEnd = found.accounts?.last_accounts?.made_up_to ?? null
  return {
    ...bareRecord('GB', found.company_number),
    legalName: found.company_name,
    otherNames: (found.previous_company_names ?? []).flatMap(({ name, effective_from: from, ceased_on: to }) =>
      name === null ? [] : [{ name, kind: 'former' as const, from, to }],
    ),
    legalForm: { code: found.type, name: null },
    status: statusOf(found.company_status),
    // An active company can be about to be struck off, which only the detail says.
    statusText: joined([found.company_status, found.company_status_detail]) || null,
    address: place
      ? addressOf({
          street: joined([joined([place.premises, place.address_line_1], ' '), place.address_line_2]) || null,
          postalCode: place.postal_code,
          city: place.locality,
          region: place.region,
          country: isBritish(place.country) ? 'GB' : null,
        })
      : null,
    incorporated: found.date_of_creation,
    dissolved: found.date_of_cessation,
    activities: (found.sic_codes ?? []).map((code) => ({ code, scheme: 'UK SIC 2007', text: null })),
    accounts: periodEnd ? [{ year: Number(periodEnd.slice(0, 4)), periodEnd, currency: null, turnover: null, netResult: null }] : [],
  }
}
