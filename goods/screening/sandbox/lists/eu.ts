import { retryAfter } from '../../../../src/goods/kit/stand-ins.ts'
import type { StandInReply as Reply, FailingStandIn as StandIn } from '../../../../src/goods/kit/stand-ins.ts'
import { countryName, entriesOf, numberOf, partsOf, publishedOn, unReferenceOf } from './entries-of.ts'
import { keptByDay } from './kept-by-day.ts'
import type { Listed, Numbers } from './listed.ts'

const regulation = 'Type OrganisationType PublicationDate EntryIntoForceDate NumberTitle Programme PublicationUrl'.split(' ')
const group = (prefix: string, names: string, rest = '') => [
  ...names.split(' ').map((name) => `${prefix}_${name}`),
  ...(rest === '' ? [] : rest.split(' ').map((name) => `${prefix}_${name}`)),
  ...regulation.map((name) => `${prefix}_Regulation_${name}`),
]
/** The columns of the CSV 1.1 file, in its order. */
const columns = [
  'fileGenerationDate',
  ...'LogicalId EU_ReferenceNumber UnitedNationId DesignationDate DesignationDetails Remark SubjectType SubjectType_ClassificationCode'
    .split(' ')
    .map((name) => `Entity_${name}`),
  ...regulation.map((name) => `Entity_Regulation_${name}`),
  ...group('NameAlias', 'LastName FirstName MiddleName WholeName NameLanguage Gender Title Function LogicalId RegulationLanguage Remark'),
  ...group(
    'Address',
    'City Street PoBox ZipCode Region Place AsAtListingTime ContactInfo CountryIso2Code CountryDescription LogicalId RegulationLanguage Remark',
  ),
  ...group(
    'BirthDate',
    'BirthDate Day Month Year YearRangeFrom YearRangeTo Circa CalendarType ZipCode Region Place City CountryIso2Code CountryDescription LogicalId RegulationLanguage Remark',
  ),
  ...group(
    'Identification',
    'Number Diplomatic KnownExpired KnownFalse ReportedLost RevokedByIssuer IssuedBy IssuedDate ValidFrom ValidTo LatinNumber NameOnDocument TypeCode TypeDescription Region CountryIso2Code CountryDescription LogicalId RegulationLanguage Remark',
  ),
  ...group('Citizenship', 'Region CountryIso2Code CountryDescription LogicalId RegulationLanguage Remark'),
]

type Row = Readonly<Record<string, string>>

function cell(text: string): string {
  return /[;"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function birthRow(birth: string): Row {
  const [year = '', month, day] = birth.split('-')
  if (day !== undefined)
    return { BirthDate_BirthDate: `${year}-${month}-${day}`, BirthDate_Day: day, BirthDate_Month: month ?? '', BirthDate_Year: year }
  const [from = '', to] = year.split('/')
  return to === undefined ? { BirthDate_Year: from } : { BirthDate_YearRangeFrom: from, BirthDate_YearRangeTo: to }
}

const identifications: Readonly<Partial<Record<keyof Numbers, readonly [code: string, description: string]>>> = {
  passport: ['passport', 'National passport'],
  nationalId: ['id', 'National identification card'],
  taxNumber: ['fiscalcode', 'Fiscal Code'],
  registerNumber: ['regnumber', 'Registration Number'],
  bic: ['swiftbic', 'SWIFT BIC'],
  imo: ['imo', 'IMO (vessel identification)'],
}

function identificationRows(numbers: Numbers): Row[] {
  return Object.entries(numbers).flatMap(([kind, all]) => {
    const [code, description] = identifications[kind as keyof Numbers] ?? []
    if (code === undefined) return []
    return all.map((number): Row => ({
      Identification_Number: number,
      Identification_KnownExpired: 'false',
      Identification_TypeCode: code,
      Identification_TypeDescription: description ?? '',
      Identification_CountryIso2Code: '00',
    }))
  })
}

function rowsOf(listed: Listed, number: string, logicalId: number): Row[] {
  const { names, weak = [], script, births = [], countries, kind, programme, wallets, numbers = {} } = listed
  const isPerson = kind === 'person'
  const addresses = Object.values(wallets ?? {}).flat()
  const common = {
    Entity_LogicalId: String(logicalId),
    Entity_EU_ReferenceNumber: number,
    // Empty for many that the UN designated, as in the real file.
    Entity_UnitedNationId: logicalId % 2 === 0 ? unReferenceOf(listed) : '',
    Entity_DesignationDate: '2014-03-17',
    Entity_Remark: addresses.length === 0 ? '' : `Digital wallets: ${addresses.join(', ')}`,
    Entity_SubjectType: isPerson ? 'P' : 'E',
    Entity_SubjectType_ClassificationCode: isPerson ? 'person' : 'enterprise',
    Entity_Regulation_Type: 'amendment',
    Entity_Regulation_OrganisationType: 'council',
    Entity_Regulation_PublicationDate: '2022-02-28',
    Entity_Regulation_EntryIntoForceDate: '2022-02-28',
    Entity_Regulation_NumberTitle: '2022/336 (OJ L58)',
    Entity_Regulation_Programme: programme,
    Entity_Regulation_PublicationUrl: 'https://eur-lex.europa.eu/',
  }
  const aliases = [...names, ...weak, ...(script === undefined ? [] : [script])]
  const rows: Row[] = [
    ...aliases.map((name, index) => {
      const { given, family } = partsOf(name)
      return {
        NameAlias_LastName: isPerson && given !== '' ? family : '',
        NameAlias_FirstName: given,
        NameAlias_WholeName: `${given} ${family}`.trim(),
        NameAlias_LogicalId: String(logicalId * 10 + index),
        NameAlias_Remark: name === script ? 'Original script; as it stands there' : '',
      }
    }),
    ...countries.map((code): Row =>
      isPerson
        ? { Citizenship_CountryIso2Code: code, Citizenship_CountryDescription: countryName(code).toUpperCase() }
        : { Address_CountryIso2Code: code, Address_CountryDescription: countryName(code).toUpperCase() },
    ),
    ...births.map(birthRow),
    ...identificationRows(numbers),
  ]
  return rows.map((row) => ({ ...common, ...row }))
}

/** https://data.europa.eu/data/datasets/consolidated-list-of-persons-groups-and-entities-subject-to-eu-financial-sanctions */
export function euCsv(day: string, crowdSize?: number): string {
  const date = day.split('-').toReversed().join('/')
  const lines = entriesOf('eu', crowdSize).flatMap((listed, place) =>
    rowsOf(listed, numberOf('eu', place), 100 + place).map((row) =>
      columns.map((column) => cell(column === 'fileGenerationDate' ? date : (row[column] ?? ''))).join(';'),
    ),
  )
  return `\uFEFF${columns.join(';')}\n${lines.join('\n')}\n`
}

const documents = keptByDay({ '/public/files/csvFullSanctionsList_1_1/content': (day) => euCsv(day) })

function page(title: string, status: number, headers = {}): Reply {
  return { status, contentType: 'text/html', body: `<html><body><h1>${title}</h1></body></html>`, headers }
}

export const eu: StandIn = {
  answer(asked) {
    if (asked.url.searchParams.get('token') === null) return page('HTTP Status 403 - Forbidden', 403)
    return documents(asked, 'text/csv;charset=UTF-8', publishedOn(asked.now)) ?? page('HTTP Status 404 - Not Found', 404)
  },
  rateLimited: page('Too many requests', 429, retryAfter),
  broken: page('The service is temporarily unavailable', 503),
}
