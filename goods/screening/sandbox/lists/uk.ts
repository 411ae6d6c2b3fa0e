import { retryAfter } from '../../../../src/goods/kit/stand-ins.ts'
import type { StandInReply as Reply, FailingStandIn as StandIn } from '../../../../src/goods/kit/stand-ins.ts'
import { countryName, entriesOf, numberOf, partsOf, publishedOn, unReferenceOf } from './entries-of.ts'
import { keptByDay } from './kept-by-day.ts'
import type { Listed } from './listed.ts'

const columns = [
  'Last Updated',
  'Unique ID',
  'OFSI Group ID',
  'UN Reference Number',
  'Name 6',
  'Name 1',
  'Name 2',
  'Name 3',
  'Name 4',
  'Name 5',
  'Name type',
  'Alias strength',
  'Title',
  'Name non-latin script',
  'Non-latin script type',
  'Non-latin script language',
  'Regime Name',
  'Designation Type',
  'Designation source',
  'Sanctions Imposed',
  'Other Information',
  'UK Statement of Reasons',
  'Address Line 1',
  'Address Line 2',
  'Address Line 3',
  'Address Line 4',
  'Address Line 5',
  'Address Line 6',
  'Address Postal Code',
  'Address Country',
  'Phone number',
  'Website',
  'Email address',
  'Date Designated',
  'D.O.B',
  'Nationality(/ies)',
  'National Identifier number',
  'National Identifier additional information',
  'Passport number',
  'Passport additional information',
  'Position',
  'Gender',
  'Town of birth',
  'Country of birth',
  'Type of entity',
  'Subsidiaries',
  'Parent company',
  'Business registration number (s)',
  'IMO number',
  'Current owner/operator (s)',
  'Previous owner/operator (s)',
  'Current believed flag of ship',
  'Previous flags',
  'Type of ship',
  'Tonnage of ship',
  'Length of ship',
  'Year Built',
  'Hull identification number (HIN)',
]

type Row = Readonly<Record<string, string>>

function cell(text: string): string {
  return /[,"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** `10/03/1957`; `dd/mm/1957` if only the year is known. */
function birth(text: string): string {
  const [year = '', month = 'mm', day = 'dd'] = (text.split('/')[0] ?? '').split('-')
  return `${day}/${month}/${year}`
}

/** `(1) 123 (2) 456` */
function numbered(all: readonly string[] = []): string {
  return all.length < 2 ? (all[0] ?? '') : all.map((one, index) => `(${index + 1}) ${one}`).join(' ')
}

function nameRow(name: string, type: string, strength = ''): Row {
  const { given, family } = partsOf(name)
  const [first = '', second = '', ...rest] = given.split(' ')
  return { 'Name 6': family, 'Name 1': first, 'Name 2': second, 'Name 3': rest.join(' '), 'Name type': type, 'Alias strength': strength }
}

function rowsOf(listed: Listed, number: string): Row[] {
  const { names, weak = [], script, births = [], countries, kind, programme, wallets, numbers = {} } = listed
  const [primary = '', ...others] = names
  const addresses = Object.entries(wallets ?? {}).flatMap(([currency, all]) =>
    all.map((one) => `Digital Currency Address - ${currency} ${one}`),
  )
  const isPerson = kind === 'person'
  const common = {
    'Last Updated': '03/11/2026',
    'Unique ID': number,
    'OFSI Group ID': String(12_000 + Number(number.slice(3))),
    'UN Reference Number': unReferenceOf(listed),
    'Regime Name': programme,
    'Designation Type': { person: 'Individual', entity: 'Entity', vessel: 'Ship', aircraft: 'Entity' }[kind],
    'Designation source': unReferenceOf(listed) === '' ? 'UK' : 'UN',
    'Sanctions Imposed': 'Asset freeze|Travel Ban',
    'Other Information': [...addresses, ...(numbers.bic ?? []).map((one) => `SWIFT/BIC: ${one}`)].join('; '),
    'Passport number': numbered(numbers.passport),
    'National Identifier number': numbered(numbers.nationalId),
    'Business registration number (s)': numbered([
      ...(numbers.taxNumber ?? []).map((one) => `INN: ${one}`),
      ...(numbers.registerNumber ?? []).map((one) => `OGRN: ${one}`),
    ]),
    'IMO number': numbered((numbers.imo ?? []).map((one) => `IMO${one}`)),
    'UK Statement of Reasons':
      'There are reasonable grounds to suspect involvement, "directly or indirectly",\nas the Regulations have it.',
    'Date Designated': '15/03/2022',
    'D.O.B': births.map(birth).join('; '),
    'Nationality(/ies)': isPerson ? countries.map(countryName).join('; ') : '',
    'Address Country': isPerson ? '' : countryName(countries[0] ?? ''),
  }
  const rows = [
    // Not always the first.
    ...others.map((name) => nameRow(name, 'Alias', 'Good quality')),
    { ...nameRow(primary, 'Primary Name'), 'Name non-latin script': script ?? '' },
    ...weak.map((name) => nameRow(name, 'Alias', 'Low quality')),
  ]
  return rows.map((row) => ({ ...common, ...row }))
}

/** https://www.gov.uk/government/publications/the-uk-sanctions-list */
export function ukCsv(day: string, crowdSize?: number): string {
  const date = new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const lines = entriesOf('uk', crowdSize).flatMap((listed, place) =>
    rowsOf(listed, numberOf('uk', place)).map((row) => columns.map((column) => cell(row[column] ?? '')).join(',')),
  )
  return `\uFEFFReport Date: ${date.replaceAll(' ', '-').replace('Sept', 'Sep')}\r\n${columns.join(',')}\r\n${lines.join('\r\n')}\r\n`
}

const documents = keptByDay({ '/docs/UK-Sanctions-List.csv': (day) => ukCsv(day) })

function xml(body: string, status: number, headers = {}): Reply {
  return { status, contentType: 'application/xml', body: `<?xml version="1.0" encoding="utf-8"?>${body}`, headers }
}

export const uk: StandIn = {
  answer: (asked) =>
    documents(asked, 'text/csv', publishedOn(asked.now)) ??
    xml('<Error><Code>BlobNotFound</Code><Message>The specified blob does not exist.</Message></Error>', 404),
  rateLimited: xml('<Error><Code>OperationTimedOut</Code></Error>', 429, retryAfter),
  broken: xml('<Error><Code>ServerBusy</Code></Error>', 503),
}
