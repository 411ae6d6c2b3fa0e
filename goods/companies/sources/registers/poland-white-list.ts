import { readJson, source, z } from '../../../../src/goods/door.ts'
import { type Source, type SourceTools, UpstreamGarbage, UpstreamRejected, type UpstreamResponse } from '../../../../src/goods/kit/http.ts'
import { frankfurtDay } from '../../../../src/goods/kit/time.ts'
import type { RegisterRecord } from '../register-record.ts'
import { findingOf } from './finding-of.ts'
import { normaliseNip } from './nip.ts'
import { addressOf, bareRecord, day, line } from './record-fields.ts'
import { patience, recordFeed } from './register-adapter.ts'

const dayMs = 86_400_000

export const plWhiteList = source({
  id: 'pl-white-list',
  name: 'List of VAT payers, the "White List" (Poland)',
  licence: 'Open public data of Poland',
  attribution: 'Source: list of VAT payers, Ministry of Finance of Poland',
  resale: 'open',
  homepage: 'https://www.gov.pl/web/kas/api-wykazu-podatnikow-vat',
  baseUrl: 'https://wl-api.mf.gov.pl',
  standing: 'publisher',
  // It allows a hundred a day.
  requestLimit: { requests: 90, perMs: dayMs },
  patience,
  create: createPlWhiteList,
})

/** Bank accounts, personal numbers and the persons behind a company are left out here. */
const entry = z.object({
  result: z.object({
    subject: z
      .object({
        name: line,
        nip: z.string().regex(/^\d{10}$/),
        statusVat: line,
        regon: line,
        krs: line,
        residenceAddress: line,
        workingAddress: line,
        registrationLegalDate: day,
        removalDate: day,
      })
      .nullable(),
    requestId: z.string().max(60),
  }),
})
type Subject = NonNullable<z.output<typeof entry>['result']['subject']>
const failure = z.object({ code: z.string().max(20) })

/** The register of VAT payers of Poland, by NIP. It names the KRS number of a company. */
function createPlWhiteList(source: Source, parts: SourceTools) {
  const pathOf = (nip: string) => `/api/search/nip/${nip}?date=${frankfurtDay(parts.clock.now())}`
  const record = recordFeed(source, {
    address: pathOf,
    load: (nip, signal) =>
      source.ask({ path: pathOf(nip), alsoAccept: [400, 404, 429, 500, 503], read: (answer) => readEntry(answer, nip) }, signal),
  })
  return {
    source,
    record,
    /** Null if the number can't be a NIP. */
    normaliseNip,
    byVat: (vatNumber: string, signal: AbortSignal) =>
      findingOf({ source, feed: record, clock: parts.clock }, normaliseNip(vatNumber) ?? vatNumber, signal),
  }
}

function readEntry(answer: UpstreamResponse, nip: string): RegisterRecord | null {
  if (answer.status >= 300) throw failureOf(answer)
  const { subject } = readJson(answer, entry).result
  if (!subject) return null
  if (subject.nip !== nip) throw new UpstreamGarbage('wrong_shape')
  return recordOf(subject)
}

/** Its own code tells more than the status of the answer. */
function failureOf(answer: UpstreamResponse): UpstreamRejected {
  const { code } = answer.status >= 500 ? { code: '' } : readJson(answer, failure)
  // The requests of the day are used up; a new day begins at midnight.
  if (code === 'WL-191') return new UpstreamRejected(429, dayMs / 24)
  // The list is being replaced by that of the next day.
  if (code === 'WL-195' || code === 'WL-196') return new UpstreamRejected(503, 60_000)
  return new UpstreamRejected(answer.status)
}

function recordOf(subject: Subject): RegisterRecord {
  const { krs, regon, nip, statusVat } = subject
  const place = subject.workingAddress ?? subject.residenceAddress
  return {
    // Traders outside of KRS have a REGON only.
    ...bareRecord('PL', krs ?? regon ?? nip),
    vatId: `PL${nip}`,
    vatRegistered: statusVat === null ? null : statusVat === 'Czynny',
    legalName: subject.name,
    statusText: statusVat,
    address: place === null ? null : placeOf(place),
  }
}

/** `UL. CHEMIKÓW 7, 09-411 PŁOCK` */
function placeOf(text: string) {
  const [, street, postalCode, city] = /^(.+), (\d\d-\d{3}) (.+)$/.exec(text) ?? []
  return addressOf({ text, street: street ?? null, postalCode: postalCode ?? null, city: city ?? null, country: 'PL' })
}
