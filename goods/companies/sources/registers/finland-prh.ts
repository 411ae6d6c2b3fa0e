import { readJson, source, z } from '../../../../src/goods/door.ts'
import { type Source, type SourceTools, UpstreamGarbage, type UpstreamResponse } from '../../../../src/goods/kit/http.ts'
import type { CompanyAddress, CompanyName, CompanyStatus, RegisterRecord } from '../register-record.ts'
import { candidateOf } from './candidate-of.ts'
import { weightedSum, withoutSeparators } from './check-digits.ts'
import { ofChangesKey } from './event-list.ts'
import { prhNoticesPath, readPrhNotices } from './prh-notices.ts'
import { activityCode, addressOf, bareRecord, day, joined, line } from './record-fields.ts'
import { changeFeed, createRegister, maxCandidates, nameFeed, patience, recordFeed } from './register-adapter.ts'

export const prh = source({
  id: 'prh',
  name: 'Finnish Patent and Registration Office, business information system',
  licence: 'CC BY 4.0',
  attribution: 'Source: Finnish Patent and Registration Office (PRH), CC BY 4.0',
  resale: 'open',
  homepage: 'https://avoindata.prh.fi/en/ytj/swagger-ui',
  baseUrl: 'https://avoindata.prh.fi',
  standing: 'publisher',
  requestLimit: { requests: 25, perMs: 5_000 },
  patience,
  create: createPrh,
})

const descriptions = z
  .array(z.object({ languageCode: z.string().max(5), description: line }))
  .max(20)
  .nullish()
const company = z.object({
  businessId: z.object({ value: z.string().regex(/^\d{7}-\d$/), registrationDate: day }),
  names: z
    .array(z.object({ name: line, type: z.string().max(5), registrationDate: day, endDate: day }))
    .max(500)
    .nullish(),
  mainBusinessLine: z.object({ type: activityCode, descriptions, typeCodeSet: line }).nullish(),
  companyForms: z
    .array(z.object({ type: z.string().max(10), descriptions, endDate: day }))
    .max(50)
    .nullish(),
  companySituations: z
    .array(z.object({ type: z.string().max(20), registrationDate: day, endDate: day }))
    .max(50)
    .nullish(),
  registeredEntries: z
    .array(z.object({ register: z.string().max(5), registrationDate: day, endDate: day }))
    .max(200)
    .nullish(),
  addresses: z
    .array(
      z.object({
        type: z.int(),
        street: line,
        buildingNumber: line,
        entrance: line,
        postCode: line,
        postOfficeBox: line,
        country: line,
        freeAddressLine: line,
        postOffices: z
          .array(z.object({ city: line, languageCode: z.string().max(5) }))
          .max(10)
          .nullish(),
      }),
    )
    .max(20)
    .nullish(),
  tradeRegisterStatus: z.string().max(5).nullish(),
  registrationDate: day,
  endDate: day,
  lastModified: line,
})
type Company = z.output<typeof company>
const companies = z.object({ totalResults: z.int().nonnegative(), companies: z.array(company).max(1_000) })

/** The register of companies that are registered for VAT. */
const vatRegister = '6'

function createPrh(source: Source, parts: SourceTools) {
  const pathOf = (number: string) => `/opendata-ytj-api/v3/companies?businessId=${number}`
  const namePath = (name: string) => `/opendata-ytj-api/v3/companies?name=${encodeURIComponent(name)}`
  const record = recordFeed(source, {
    address: pathOf,
    load: (number, signal) => source.ask({ path: pathOf(number), read: (answer) => readCompany(answer, number) }, signal),
  })
  const names = nameFeed(source, {
    address: namePath,
    load: (name, signal) =>
      source.ask(
        {
          path: namePath(name),
          maxBytes: 4_000_000,
          read: (answer) =>
            readJson(answer, companies)
              .companies.slice(0, maxCandidates)
              .flatMap((one) => candidateOf(recordOf(one))),
        },
        signal,
      ),
  })
  const published = changeFeed(source, {
    address: (key) => prhNoticesPath(ofChangesKey(key).number),
    load: (key, signal) => {
      const { number, since } = ofChangesKey(key)
      return source.ask(
        { path: prhNoticesPath(number), alsoAccept: [404], maxBytes: 4_000_000, read: (answer) => readPrhNotices(answer, number, since) },
        signal,
      )
    },
  })
  return createRegister(parts, {
    country: 'FI',
    source,
    record,
    names,
    published,
    normalise,
    fromVat: (vatNumber: string) => (/^\d{8}$/.test(withoutSeparators(vatNumber)) ? normalise(vatNumber) : null),
  })
}

/** `0112038-9`; old numbers come without their first zero. */
function normalise(text: string): string | null {
  const digits = withoutSeparators(text).replace(/^FI(?=\d)/, '')
  if (!/^\d{7,8}$/.test(digits)) return null
  const padded = digits.padStart(8, '0')
  const rest = weightedSum(padded, [7, 9, 10, 5, 8, 4, 2]) % 11
  const fits = rest !== 1 && Number(padded[7]) === (11 - rest) % 11
  return fits ? `${padded.slice(0, 7)}-${padded[7]}` : null
}

function readCompany(answer: UpstreamResponse, number: string): RegisterRecord | null {
  const [found] = readJson(answer, companies).companies
  if (!found) return null
  if (found.businessId.value !== number) throw new UpstreamGarbage('wrong_shape')
  return recordOf(found)
}

function recordOf(found: Company): RegisterRecord {
  const number = found.businessId.value
  const { status, text } = statusOf(found)
  const form = found.companyForms?.find(({ endDate }) => endDate === null) ?? found.companyForms?.[0]
  const main = found.names?.find(({ type, endDate }) => type === '1' && endDate === null) ?? found.names?.find(({ type }) => type === '1')
  const entries = found.registeredEntries
  const vatRegistered = entries ? entries.some(({ register, endDate }) => register === vatRegister && endDate === null) : null
  return {
    ...bareRecord('FI', number),
    vatId: vatRegistered === true ? `FI${number.replace('-', '')}` : null,
    vatRegistered,
    legalName: main?.name ?? null,
    otherNames: (found.names ?? []).flatMap((one): CompanyName[] =>
      one === main || one.name === null
        ? []
        : [{ name: one.name, kind: kindOf(one.type, one.endDate), from: one.registrationDate, to: one.endDate }],
    ),
    legalForm: { code: form?.type ?? null, name: described(form?.descriptions) },
    status,
    statusText: text,
    address: placeOf(found, 1),
    postalAddress: placeOf(found, 2),
    incorporated: found.registrationDate ?? found.businessId.registrationDate,
    dissolved: found.endDate,
    activities: found.mainBusinessLine
      ? [
          {
            code: found.mainBusinessLine.type,
            scheme: found.mainBusinessLine.typeCodeSet ?? 'TOL',
            text: described(found.mainBusinessLine.descriptions),
          },
        ]
      : [],
    lastModified: found.lastModified,
  }
}

/** `status` is "2" for every company, so it tells nothing. */
function statusOf({ endDate, tradeRegisterStatus, companySituations }: Company): { status: CompanyStatus; text: string | null } {
  if (endDate !== null || tradeRegisterStatus === '4') return { status: 'dissolved', text: tradeRegisterStatus ?? null }
  const open = new Set((companySituations ?? []).filter((one) => one.endDate === null).map(({ type }) => type))
  if (open.has('KONK')) return { status: 'insolvent', text: 'KONK' }
  if (open.has('SELTILA')) return { status: 'in_liquidation', text: 'SELTILA' }
  if (open.has('SANE')) return { status: 'insolvent', text: 'SANE' }
  return { status: 'active', text: tradeRegisterStatus ?? null }
}

function kindOf(type: string, endDate: string | null): CompanyName['kind'] {
  if (type === '1') return 'former'
  if (endDate !== null) return 'other'
  return type === '2' ? 'translation' : 'trading'
}

/** In English if there is one, else in Finnish. */
function described(given: z.output<typeof descriptions>): string | null {
  const of = (language: string) => given?.find(({ languageCode }) => languageCode === language)?.description
  return of('3') ?? of('1') ?? given?.[0]?.description ?? null
}

/** Type 1 is where it is, type 2 where its post goes. */
function placeOf({ addresses }: Company, type: number): CompanyAddress | null {
  const found = addresses?.find((one) => one.type === type)
  if (!found) return null
  const finnish = found.postOffices?.find(({ languageCode }) => languageCode === '1') ?? found.postOffices?.[0]
  const box = found.postOfficeBox === null ? null : `PL ${found.postOfficeBox}`
  const street = joined([found.street, found.buildingNumber, found.entrance], ' ') || box || found.freeAddressLine
  return addressOf({ street, postalCode: found.postCode, city: finnish?.city ?? null, country: found.country ?? 'FI' })
}
