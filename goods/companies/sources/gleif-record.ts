import { z } from '../../../src/goods/door.ts'
import { plainText } from '../../../src/goods/kit/http.ts'
import type { CompanyCandidate } from './company-register.ts'
import type { CompanyAddress, CompanyName, CompanyStatus } from './register-record.ts'
import { readLei } from './lei.ts'
import type { LeiRecord } from './vat-and-lei.ts'

const text = (maxLength: number) => z.string().transform((given) => plainText(given, maxLength))
const maybe = (maxLength: number) =>
  z
    .string()
    .nullish()
    .transform((given) => (given ? plainText(given, maxLength) || null : null))
/** A code of two letters; null where it is missing, or is something else. */
const countryCode = maybe(10).transform((given) => (given !== null && /^[A-Z]{2}$/.test(given) ? given : null))
const lei = z.string().refine((given) => readLei(given) === given)
const time = z.string().refine((given) => !Number.isNaN(Date.parse(given)))
const maybeTime = time.nullish()

const address = z.object({
  addressLines: z.array(text(300)).max(20).nullish(),
  city: maybe(200),
  region: maybe(20),
  country: countryCode,
  postalCode: maybe(50),
})
const names = z
  .array(z.object({ name: text(500), type: maybe(100) }))
  .max(200)
  .nullish()
const linked = z.object({ lei: z.string().nullish(), name: maybe(500) }).nullish()
const links = z.object({ links: z.record(z.string(), z.unknown()) }).optional()

/** One record as the API has it. What is read of it only. */
export const gleifRecord = z.object({
  id: lei,
  attributes: z.object({
    lei,
    entity: z.object({
      legalName: z.object({ name: text(500) }),
      otherNames: names,
      transliteratedOtherNames: names,
      legalAddress: address,
      headquartersAddress: address,
      registeredAt: z.object({ id: maybe(20) }).nullish(),
      registeredAs: maybe(100),
      jurisdiction: maybe(20),
      category: maybe(60),
      legalForm: z.object({ id: maybe(20) }).nullish(),
      status: z.string().max(60).nullish(),
      expiration: z.object({ date: maybe(60), reason: maybe(60) }).nullish(),
      successorEntity: linked,
      successorEntities: z.array(linked).max(100).nullish(),
      creationDate: maybeTime,
    }),
    registration: z.object({
      lastUpdateDate: maybeTime,
      status: text(40),
      nextRenewalDate: maybeTime,
      validatedAs: maybe(100),
      otherValidationAuthorities: z
        .array(z.object({ validatedAs: maybe(100) }))
        .max(100)
        .nullish(),
    }),
  }),
  relationships: z.object({ 'direct-parent': links, 'ultimate-parent': links, 'direct-children': links }).partial().nullish(),
})
export type GleifRecord = z.output<typeof gleifRecord>

export const gleifMeta = z.object({
  goldenCopy: z.object({ publishDate: time }).optional(),
  pagination: z.object({ lastPage: z.int().nonnegative().optional(), total: z.int().nonnegative().optional() }).nullish(),
})

/** In our form. */
export function leiRecordOf({ attributes: { entity, registration, ...rest } }: GleifRecord): LeiRecord {
  const successor = [entity.successorEntity, ...(entity.successorEntities ?? [])].find((one) => one?.lei || one?.name)
  return {
    lei: rest.lei,
    legalName: entity.legalName.name,
    otherNames: [...(entity.otherNames ?? []), ...(entity.transliteratedOtherNames ?? [])].map(nameOf),
    legalAddress: addressOf(entity.legalAddress),
    headquarters: addressOf(entity.headquartersAddress),
    jurisdiction: entity.jurisdiction,
    registerAuthority: entity.registeredAt?.id ?? null,
    registerNumber: numbersOf(entity, registration)[0] ?? null,
    legalForm: entity.legalForm?.id ?? null,
    entityStatus: entity.status === 'ACTIVE' || entity.status === 'INACTIVE' ? entity.status : 'NULL',
    registrationStatus: registration.status,
    created: dayIn(entity.creationDate),
    nextRenewal: dayIn(registration.nextRenewalDate),
    lastUpdate: registration.lastUpdateDate ? new Date(registration.lastUpdateDate).toISOString() : null,
    successor: successor ? { lei: successor.lei ? readLei(successor.lei) : null, name: successor.name } : null,
  }
}

type Entity = GleifRecord['attributes']['entity']
type Registration = GleifRecord['attributes']['registration']

/** Its register numbers. The issuers put them into different members. */
function numbersOf(entity: Entity, registration: Registration): string[] {
  const others = (registration.otherValidationAuthorities ?? []).map(({ validatedAs }) => validatedAs)
  return [entity.registeredAs, registration.validatedAs, ...others].filter((number) => number !== null)
}

/** Separators and leading zeros are written or left out. */
function comparable(number: string): string {
  return number
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/^0+/, '')
}

/** Of these records, the one of the company with this register number; null without one. */
export function recordWithNumber(records: readonly GleifRecord[], country: string, registerNumber: string): GleifRecord | null {
  const wanted = comparable(registerNumber)
  const matching = records.filter(
    ({ attributes: { entity, registration } }) =>
      entity.legalAddress.country === country && numbersOf(entity, registration).some((number) => comparable(number) === wanted),
  )
  // A branch or a fund has the number of its company. Of duplicates, the one that is kept up counts.
  const rank = ({ attributes: { entity, registration } }: GleifRecord) =>
    (entity.category === 'BRANCH' || entity.category === 'FUND' ? 4 : 0) +
    (registration.status === 'DUPLICATE' || registration.status === 'ANNULLED' ? 2 : 0) +
    (registration.status === 'ISSUED' ? 0 : 1)
  return matching.toSorted((a, b) => rank(a) - rank(b))[0] ?? null
}

/** Null for a record that does not say in which country its company is: a list of candidates names the country of each. */
export function candidateOf(record: GleifRecord): CompanyCandidate | null {
  const { lei: id, legalName, legalAddress, registerNumber } = leiRecordOf(record)
  if (legalAddress.country === null) return null
  return {
    country: legalAddress.country,
    registerNumber,
    lei: id,
    vatId: null,
    name: legalName,
    status: statusOf(record.attributes.entity),
    address: legalAddress.text || null,
  }
}

function statusOf({ status, expiration }: Entity): CompanyStatus {
  if (status === 'ACTIVE') return 'active'
  if (status !== 'INACTIVE') return 'unknown'
  if (expiration?.reason === 'DISSOLVED') return 'dissolved'
  return expiration?.reason === 'CORPORATE_ACTION' ? 'merged' : 'inactive'
}

const kinds: readonly (readonly [RegExp, CompanyName['kind']])[] = [
  [/^PREVIOUS_LEGAL_NAME$/, 'former'],
  [/^TRADING_OR_OPERATING_NAME$/, 'trading'],
  [/^ALTERNATIVE_LANGUAGE_LEGAL_NAME$/, 'translation'],
  [/TRANSLITERATED/, 'transliteration'],
]

function nameOf({ name, type }: { name: string; type: string | null }): CompanyName {
  return { name, kind: kinds.find(([pattern]) => pattern.test(type ?? ''))?.[1] ?? 'other', from: null, to: null }
}

function addressOf({ addressLines, city, region, country, postalCode }: z.output<typeof address>): CompanyAddress {
  const street = (addressLines ?? []).filter((line) => line !== '').join(', ') || null
  const place = [postalCode, city].filter((part) => part !== null).join(' ')
  return { text: [street, place, country].filter(Boolean).join(', '), street, postalCode, city, region, country }
}

function dayIn(given: string | null | undefined): string | null {
  return given ? new Date(given).toISOString().slice(0, 10) : null
}

/** A value, and when the data that it comes from was published, in milliseconds. */
export interface Published<V> {
  readonly value: V
  readonly publishedAt: number | null
}

/** A value with the publication that `meta` of its answer names. */
export function published<V>(value: V, meta?: z.output<typeof gleifMeta>): Published<V> {
  const date = meta?.goldenCopy?.publishDate
  return { value, publishedAt: date === undefined ? null : Date.parse(date) }
}
