import { readJson, source, z } from '../../../../src/goods/door.ts'
import type { Source, SourceTools, UpstreamResponse } from '../../../../src/goods/kit/http.ts'
import type { CompanyAddress, CompanyName, RegisterRecord } from '../register-record.ts'
import { candidateOf } from './candidate-of.ts'
import { isIco, withoutSeparators } from './check-digits.ts'
import { addressOf, bareRecord, day, joined, line } from './record-fields.ts'
import { createRegister, maxCandidates, nameFeed, patience, recordFeed } from './register-adapter.ts'

export const rpo = source({
  id: 'rpo',
  name: 'RPO, Register of Legal Entities (Slovakia)',
  licence: 'CC BY 4.0',
  attribution: 'Source: Register of Legal Entities (RPO), Statistical Office of the Slovak Republic, CC BY 4.0',
  resale: 'open',
  homepage: 'https://susrrpo.docs.apiary.io',
  baseUrl: 'https://api.statistics.sk/rpo/v1',
  standing: 'publisher',
  requestLimit: { requests: 25, perMs: 5_000 },
  patience,
  create: createRpo,
})

/** Everything has a time in which it holds; what holds now has no end. */
const period = { validFrom: day, validTo: day }
const coded = z.object({ value: line, code: line.optional() }).nullish()
const entity = z.object({
  id: z.union([z.int(), z.string().max(40)]),
  dbModificationDate: line,
  identifiers: z.array(z.object({ value: z.string().max(20), ...period })).max(50),
  fullNames: z.array(z.object({ value: line, ...period })).max(200),
  addresses: z
    .array(
      z.object({
        formatedAddress: line,
        street: line,
        buildingNumber: line,
        regNumber: z.union([z.string().max(20), z.number().transform(String)]).nullish(),
        postalCodes: z.array(line).max(10).nullish(),
        municipality: coded,
        country: coded,
        ...period,
      }),
    )
    .max(200)
    .nullish(),
  establishment: day,
  termination: day,
})
type Entity = z.output<typeof entity>
const entities = z.object({
  results: z.array(entity).max(1_000),
  // Every answer repeats the licence. When it changes, a person has to read it before the data is sold.
  license: z.string().regex(/4\.0/).optional(),
})

function createRpo(source: Source, parts: SourceTools) {
  const pathOf = (ico: string) => `/search?identifier=${ico}`
  const namePath = (name: string) => `/search?fullName=${encodeURIComponent(name)}`
  const record = recordFeed(source, {
    address: pathOf,
    load: (ico, signal) => source.ask({ path: pathOf(ico), read: (answer) => readEntity(answer, ico) }, signal),
  })
  const names = nameFeed(source, {
    address: namePath,
    load: (name, signal) =>
      source.ask(
        {
          path: namePath(name),
          maxBytes: 4_000_000,
          read: (answer) =>
            readJson(answer, entities)
              .results.slice(0, maxCandidates)
              .flatMap((one) => candidateOf(recordOf(one, current(one.identifiers)?.value ?? ''))),
        },
        signal,
      ),
  })
  return createRegister(parts, {
    country: 'SK',
    source,
    record,
    names,
    normalise,
    // A VAT number contains the tax number (DIČ), not IČO.
    fromVat: () => null,
  })
}

/** Eight digits; old numbers come with six, or with spaces. */
function normalise(text: string): string | null {
  const digits = withoutSeparators(text)
  if (!/^\d{6,8}$/.test(digits)) return null
  const ico = digits.padStart(8, '0')
  return isIco(ico) ? ico : null
}

/** One number can have several entries, of the company and of its parts: the first is the company's, unless it has ended. */
function readEntity(answer: UpstreamResponse, ico: string): RegisterRecord | null {
  const own = readJson(answer, entities).results.filter(({ identifiers }) => identifiers.some(({ value }) => value === ico))
  const found = own.find(({ termination }) => termination === null) ?? own[0]
  return found ? recordOf(found, ico) : null
}

function recordOf(found: Entity, ico: string): RegisterRecord {
  const name = current(found.fullNames)
  return {
    ...bareRecord('SK', ico),
    legalName: name?.value ?? null,
    otherNames: found.fullNames.flatMap((one): CompanyName[] =>
      one === name || one.value === null ? [] : [{ name: one.value, kind: 'former', from: one.validFrom, to: one.validTo }],
    ),
    ...statusOf(found.termination, name?.value ?? ''),
    address: placeOf(current(found.addresses ?? [])),
    incorporated: found.establishment,
    dissolved: found.termination,
    lastModified: found.dbModificationDate,
  }
}

/** The search has no member for a liquidation, but the law makes the company carry it in its name. */
function statusOf(termination: string | null, name: string): Pick<RegisterRecord, 'status' | 'statusText'> {
  if (termination !== null) return { status: 'dissolved', statusText: 'termination' }
  return /\bv likvidácii$/i.test(name) ? { status: 'in_liquidation', statusText: 'v likvidácii' } : { status: 'active', statusText: null }
}

/** What holds now: the last one without an end, else the last. */
function current<T extends { readonly validTo: string | null }>(all: readonly T[]): T | undefined {
  return all.findLast(({ validTo }) => validTo === null) ?? all.at(-1)
}

function placeOf(found: NonNullable<Entity['addresses']>[number] | undefined): CompanyAddress | null {
  if (!found) return null
  const houses = joined([found.regNumber === '0' ? null : found.regNumber, found.buildingNumber], '/')
  const country = found.country?.value
  return addressOf({
    ...(found.formatedAddress === null ? {} : { text: found.formatedAddress }),
    street: joined([found.street, houses], ' ') || null,
    postalCode: found.postalCodes?.[0] ?? null,
    city: found.municipality?.value ?? null,
    country: country === 'Slovenská republika' || country === undefined ? 'SK' : null,
  })
}
