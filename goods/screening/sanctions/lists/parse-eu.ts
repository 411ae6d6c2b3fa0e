import { UpstreamGarbage } from '../../../../src/goods/kit/http.ts'
import { countryCodeOf as countryCode } from '../../../../src/goods/kit/names.ts'
import { kindOfLabel } from '../identifiers/identifier-kinds.ts'
import { publishedNumbers, remarkedNumbers, type ListedIdentifier } from '../identifiers/published-numbers.ts'
import { draftEntry, type EntryDraft, type ListedEntry } from '../listed-entry.ts'
import { chainAddressesIn } from './chain-addresses.ts'
import { csvRows, fieldReader, oddRow } from './csv-rows.ts'
import { fromIso, fromSlashes } from './dates.ts'
import type { ListHead, ListSummary } from './parsed-list.ts'
import { createRowTally } from './row-tally.ts'

const needed = ['fileGenerationDate', 'Entity_LogicalId', 'Entity_EU_ReferenceNumber', 'NameAlias_WholeName']
const shape = { separator: ';', rowStart: /\d\d\/\d\d\/\d{4};\d+;/ } as const

/**
 * The consolidated financial sanctions file of the EU, CSV 1.1. Each name, address, date of birth or citizenship of an entity is
 * a separate row, and all rows of one entity have its number. They may be in any order.
 */
export function* parseEu(chunks: readonly Uint8Array[]): Generator<ListedEntry | null, ListSummary> {
  const drafts = new Map<string, EntryDraft>()
  const tally = createRowTally()
  let column: ReturnType<typeof fieldReader> | null = null
  let head: ListHead | null = null
  for (const row of csvRows(chunks, shape)) {
    if (row === oddRow) tally.reject()
    else if (row && !column) column = readHeader(row)
    else if (row && column) {
      const field = (name: string) => column?.(row, name) ?? ''
      // Every row has the same date, so one that has none does not matter.
      head ??= readHead(field('fileGenerationDate'))
      tally.read(() => readRow(drafts, field))
    }
    yield null
  }
  const rejectedRows = tally.finish()
  if (!head) throw new UpstreamGarbage('wrong_shape')
  for (const draft of drafts.values()) yield draft.finish()
  return { ...head, rejectedRows }
}

function readHeader(row: readonly string[]): ReturnType<typeof fieldReader> {
  const names = new Set(row.map((name) => name.trim()))
  if (!needed.every((name) => names.has(name))) throw new UpstreamGarbage('wrong_shape')
  return fieldReader(row)
}

/** `28/10/2026` */
function readHead(date: string): ListHead | null {
  const version = fromSlashes(date) ?? ''
  const publishedAt = Date.parse(version)
  return version.length !== 10 || Number.isNaN(publishedAt) ? null : { version, publishedAt }
}

function readRow(drafts: Map<string, EntryDraft>, field: (name: string) => string): void {
  const id = field('Entity_EU_ReferenceNumber')
  // Numbers of entries look like `EU.27.28`. A few older entries have none, and are known by their logical number.
  const key = id === '' ? field('Entity_LogicalId') : id
  if (!/^(?:EU\.\d{1,8}\.\d{1,4}|\d{1,8})$/.test(key)) throw new UpstreamGarbage('wrong_shape')
  const draft = drafts.get(key) ?? draftEntry(key, isPerson(field) ? 'person' : 'entity')
  drafts.set(key, draft)
  const name = nameOf(field)
  const family = field('NameAlias_LastName')
  // Names that are not split into parts sometimes appear as the last name too.
  draft.name(name, { family: family === name ? null : family })
  // Often empty for what the UN designated too. Remarks about a UN designation are of no use: others than the UN's have them.
  draft.unReference(field('Entity_UnitedNationId'))
  draft.programme(field('Entity_Regulation_Programme'))
  draft.birth(birthOf(field))
  for (const country of ['Citizenship_CountryIso2Code', 'Address_CountryIso2Code']) draft.country(countryCode(field(country)))
  const remarks = `${field('Entity_Remark')} ${field('Entity_DesignationDetails')}`
  for (const address of chainAddressesIn(remarks)) draft.address(address)
  draft.identifiers([...numbersOf(field), ...remarkedNumbers(remarks), ...contactsOf(field('Address_ContactInfo'))])
  draft.listedOn(fromIso(field('Entity_DesignationDate')) ?? fromIso(field('Entity_Regulation_EntryIntoForceDate')))
}

/** The number as the document has it, and the one in Latin letters. */
function numbersOf(field: (name: string) => string): ListedIdentifier[] {
  const label = `${field('Identification_TypeDescription')} ${field('Identification_TypeCode')}`
  if (label === ' ') return []
  const kind = kindOfLabel(label) ?? 'other'
  return ['Identification_Number', 'Identification_LatinNumber'].flatMap((name) => publishedNumbers(field(name), kind))
}

/** `EMAIL[info@example.ru] PHONE[+7 495 000] WEB[www.example.ru]`, with or without brackets, and sometimes without spaces. */
function contactsOf(info: string): ListedIdentifier[] {
  const kinds = { EMAIL: 'email', PHONE: 'phone', FAX: 'phone', WEB: 'website' } as const
  return [...info.matchAll(/(EMAIL|PHONE|FAX|WEB)(?:\[([^\]]*)\]|((?:(?!EMAIL|PHONE|FAX|WEB)[^\n])*))/g)].flatMap(
    ([, name, inside, after]) => publishedNumbers((inside ?? after ?? '').trim(), kinds[name as keyof typeof kinds]),
  )
}

/** Published files have the letter and the word in either of the two columns. */
function isPerson(field: (name: string) => string): boolean {
  const types = [field('Entity_SubjectType'), field('Entity_SubjectType_ClassificationCode')]
  return types.some((type) => ['p', 'person'].includes(type.toLowerCase()))
}

function nameOf(field: (name: string) => string): string {
  const whole = field('NameAlias_WholeName')
  return whole === '' ? `${field('NameAlias_FirstName')} ${field('NameAlias_MiddleName')} ${field('NameAlias_LastName')}` : whole
}

function birthOf(field: (name: string) => string): string | null {
  const day = fromSlashes(field('BirthDate_BirthDate'))
  if (day !== null) return day
  const [year, from, to] = ['Year', 'YearRangeFrom', 'YearRangeTo'].map((part) => /^\d{4}$/.exec(field(`BirthDate_${part}`))?.[0])
  if (from !== undefined && to !== undefined) return `${from}/${to}`
  return year ?? from ?? to ?? null
}
