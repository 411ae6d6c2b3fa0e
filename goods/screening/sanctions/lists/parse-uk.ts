import { UpstreamGarbage } from '../../../../src/goods/kit/http.ts'
import { countryByName } from '../../../../src/goods/kit/names.ts'
import type { IdentifierKind } from '../identifiers/identifier-kinds.ts'
import { publishedNumbers, remarkedNumbers } from '../identifiers/published-numbers.ts'
import { draftEntry, type EntryDraft, type ListedEntry, type ListedName, type SubjectKind } from '../listed-entry.ts'
import { chainAddressesIn } from './chain-addresses.ts'
import { csvRows, fieldReader, oddRow } from './csv-rows.ts'
import { fromSlashes, fromWords } from './dates.ts'
import type { ListHead, ListSummary } from './parsed-list.ts'
import { createRowTally } from './row-tally.ts'

const needed = ['Unique ID', 'Name 6', 'Name type', 'Regime Name']
const shape = { separator: ',', rowStart: /"?\d\d\/\d\d\/\d{4}"?,"?[A-Z]{2,6}\d{2,6}"?,/ } as const
const kinds: Readonly<Record<string, SubjectKind>> = { individual: 'person', entity: 'entity', ship: 'vessel' }

const numberColumns: readonly (readonly [string, IdentifierKind])[] = [
  ['Passport number', 'passport'],
  ['National Identifier number', 'national_id'],
  ['Business registration number (s)', 'register_number'],
  ['IMO number', 'imo'],
  ['Hull identification number (HIN)', 'other'],
  ['Email address', 'email'],
  ['Phone number', 'phone'],
  ['Website', 'website'],
]

/** The rows of a subject. Its primary name comes first, whatever the order of the rows. */
interface Subject {
  readonly primary: ListedName[]
  readonly others: ListedName[]
  readonly draft: EntryDraft
}

/**
 * The UK Sanctions List: a line with the date of the report, a line of column names, then a row for each name, address or similar
 * fact of a subject, each with the subject's unique id.
 */
export function* parseUk(chunks: readonly Uint8Array[]): Generator<ListedEntry | null, ListSummary> {
  const subjects = new Map<string, Subject>()
  const tally = createRowTally()
  let head: ListHead | null = null
  let column: ReturnType<typeof fieldReader> | null = null
  for (const row of csvRows(chunks, shape)) {
    if (row === oddRow) tally.reject()
    else if (row && !head) head = readHead(row[0] ?? '')
    else if (row && !column) column = readHeader(row)
    else if (row) tally.read(() => readRow(subjects, (name) => column?.(row, name) ?? ''))
    yield null
  }
  const rejectedRows = tally.finish()
  if (!head) throw new UpstreamGarbage('wrong_shape')
  for (const subject of subjects.values()) yield finish(subject)
  return { ...head, rejectedRows }
}

/** `Report Date: 21-Sep-2026` */
function readHead(line: string): ListHead {
  const date = /^Report Date:\s*(.+)$/i.exec(line)?.[1] ?? ''
  const version = fromWords(date) ?? fromSlashes(date) ?? ''
  const publishedAt = Date.parse(version)
  if (version.length !== 10 || Number.isNaN(publishedAt)) throw new UpstreamGarbage('wrong_shape')
  return { version, publishedAt }
}

function readHeader(row: readonly string[]): ReturnType<typeof fieldReader> {
  const names = new Set(row.map((name) => name.trim()))
  if (!needed.every((name) => names.has(name))) throw new UpstreamGarbage('wrong_shape')
  return fieldReader(row)
}

function readRow(subjects: Map<string, Subject>, field: (name: string) => string): void {
  const id = field('Unique ID').trim()
  if (!/^[A-Z]{2,6}\d{2,6}[A-Z]?$/.test(id)) throw new UpstreamGarbage('wrong_shape')
  const kind = kinds[(field('Designation Type') || field('Individual, Entity, Ship')).trim().toLowerCase()] ?? 'entity'
  const subject = subjects.get(id) ?? { primary: [], others: [], draft: draftEntry(id, kind) }
  subjects.set(id, subject)
  const { primary, others, draft } = subject
  // Name 6 is the family name, or the whole name of a subject that is not a person.
  const text = ['Name 1', 'Name 2', 'Name 3', 'Name 4', 'Name 5', 'Name 6'].map(field).join(' ')
  const family = kind === 'person' ? field('Name 6') : null
  if (/^primary name$/i.test(field('Name type').trim())) primary.push({ text, weak: false, family })
  else others.push({ text, weak: /low/i.test(field('Alias strength')), family })
  others.push({ text: field('Name non-latin script'), weak: false, family: null })
  draft.unReference(field('UN Reference Number'))
  draft.programme(field('Regime Name'))
  for (const birth of field('D.O.B').split(/[;|]/)) draft.birth(fromSlashes(birth))
  for (const country of [...field('Nationality(/ies)').split(/[;|]/), field('Address Country')]) {
    draft.country(countryByName(country.replace(/^\s*\(\d+\)/, '')))
  }
  const remarks = `${field('Other Information')} ${field('UK Statement of Reasons')}`
  for (const address of chainAddressesIn(remarks)) draft.address(address)
  for (const [column, sort] of numberColumns) draft.identifiers(publishedNumbers(field(column), sort))
  draft.identifiers(remarkedNumbers(remarks))
  draft.listedOn(fromSlashes(field('Date Designated')))
}

function finish({ primary, others, draft }: Subject): ListedEntry | null {
  for (const name of [...primary, ...others]) draft.name(name.text, name)
  return draft.finish()
}
