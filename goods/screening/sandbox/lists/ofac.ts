import { retryAfter } from '../../../../src/goods/kit/stand-ins.ts'
import type { StandInRequest as Asked, StandInReply as Reply, FailingStandIn as StandIn } from '../../../../src/goods/kit/stand-ins.ts'
import { zipArchive } from '../zip-archive.ts'
import { countryName, entriesOf, escapeXml, numberOf, partsOf, publishedOn } from './entries-of.ts'
import { keptByDay } from './kept-by-day.ts'
import type { Listed, ListName, Numbers } from './listed.ts'

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `10 Mar 1957`, `1957`, `1957 to 1960` */
function words(birth: string): string {
  const [year, month, day] = birth.split('-')
  return day === undefined ? birth.replace('/', ' to ') : `${day} ${monthNames[Number(month) - 1]} ${year}`
}

const idTypes: readonly (readonly [keyof Numbers, string, (number: string) => string])[] = [
  ['passport', 'Passport', String],
  ['nationalId', 'National ID No.', String],
  ['taxNumber', 'Tax ID No.', String],
  ['registerNumber', 'Registration Number', String],
  ['bic', 'SWIFT/BIC', String],
  ['imo', 'Vessel Registration Identification', (number) => `IMO ${number}`],
  ['mmsi', 'MMSI', String],
  ['tail', 'Aircraft Tail Number', String],
  ['serial', "Aircraft Manufacturer's Serial Number (MSN)", String],
]

function aka(name: string, category: 'strong' | 'weak', uid: () => number): string {
  const { given, family } = partsOf(name)
  const first = given === '' ? '' : `<firstName>${escapeXml(given)}</firstName>`
  return `<aka><uid>${uid()}</uid><type>a.k.a.</type><category>${category}</category><lastName>${escapeXml(family)}</lastName>${first}</aka>`
}

function listOf(tag: string, rows: readonly string[]): string {
  return rows.length === 0 ? '' : `\n    <${tag}>\n      ${rows.join('\n      ')}\n    </${tag}>`
}

function entry(listed: Listed, number: string, uid: () => number): string {
  const { names, kind, programme, births = [], countries, wallets = {}, numbers = {}, weak = [], remarks } = listed
  const [primary = '', ...others] = names
  const { given, family } = partsOf(primary)
  const id = (label: string, number: string) =>
    `<id><uid>${uid()}</uid><idType>${escapeXml(label)}</idType><idNumber>${escapeXml(number)}</idNumber></id>`
  const documents = [
    ...Object.entries(wallets).flatMap(([currency, all]) => all.map((address) => id(`Digital Currency Address - ${currency}`, address))),
    ...idTypes.flatMap(([key, label, write]) => (numbers[key] ?? []).map((number) => id(label, write(number)))),
    // What describes an entry is among its documents too.
    ...(kind === 'person' ? [id('Gender', 'Male')] : [id('Secondary sanctions risk:', 'See Section 11 of Executive Order 14024.')]),
  ]
  const [callSign] = numbers.callSign ?? []
  const type = { person: 'Individual', entity: 'Entity', vessel: 'Vessel', aircraft: 'Aircraft' }[kind]
  const country = (code: string) => `<uid>${uid()}</uid><country>${escapeXml(countryName(code))}</country>`
  return `  <sdnEntry>
    <uid>${number}</uid>${given === '' ? '' : `\n    <firstName>${escapeXml(given)}</firstName>`}
    <lastName>${escapeXml(family)}</lastName>
    <sdnType>${type}</sdnType>${remarks === undefined ? '' : `\n    <remarks>${escapeXml(remarks)}</remarks>`}
    <programList><program>${programme}</program></programList>${listOf('idList', documents)}${listOf('akaList', [...others.map((name) => aka(name, 'strong', uid)), ...weak.map((name) => aka(name, 'weak', uid))])}${listOf(
      'addressList',
      kind === 'person' ? [] : countries.map((code) => `<address>${country(code)}</address>`),
    )}${listOf('nationalityList', kind === 'person' ? countries.map((code) => `<nationality>${country(code)}<mainEntry>true</mainEntry></nationality>`) : [])}${listOf(
      'dateOfBirthList',
      births.map(
        (birth, index) =>
          `<dateOfBirthItem><uid>${uid()}</uid><dateOfBirth>${words(birth)}</dateOfBirth><mainEntry>${index === 0}</mainEntry></dateOfBirthItem>`,
      ),
    )}${kind === 'vessel' ? `\n    <vesselInfo>${callSign === undefined ? '' : `<callSign>${callSign}</callSign>`}<vesselType>Crude Oil Tanker</vesselType></vesselInfo>` : ''}
  </sdnEntry>`
}

/** The document of a list: https://ofac.treasury.gov/specially-designated-nationals-list-data-formats-data-schemas */
export function ofacXml(list: ListName, day: string, crowdSize?: number): string {
  let last = 100_000
  const uid = () => ++last
  const entries = entriesOf(list, crowdSize)
  const [year, month, date] = day.split('-')
  return `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">
  <publshInformation>
    <Publish_Date>${month}/${date}/${year}</Publish_Date>
    <Record_Count>${entries.length}</Record_Count>
  </publshInformation>
${entries.map((listed, place) => entry(listed, numberOf(list, place), uid)).join('\n')}
</sdnList>
`
}

const documents = keptByDay({
  '/storage/SDN.XML': (day) => ofacXml('ofac-sdn', day),
  '/storage/SDN_XML.ZIP': (day) => zipArchive([{ name: 'SDN.XML', content: ofacXml('ofac-sdn', day) }]),
  '/storage/CONSOLIDATED.XML': (day) => ofacXml('ofac-consolidated', day),
})

function xml(body: string, status = 200, headers = {}): Reply {
  return { status, contentType: 'application/xml', body, headers }
}

/** The archive, or what comes in its place while it has a fault. */
function archive(asked: Asked): Reply {
  const { zip } = asked.faults
  const right = zip === 'missing' ? null : documents(asked, 'application/zip', publishedOn(asked.now))
  if (!right) return xml('<Error><Code>NoSuchKey</Code></Error>', 404)
  return zip === 'damaged' && right.status === 200 ? { ...right, body: String(right.body).slice(0, -100) } : right
}

/** The Sanctions List Service redirects to a storage, with a link that is signed for an hour. */
export const ofac: StandIn = {
  answer(asked: Asked) {
    const file = /^\/api\/PublicationPreview\/exports\/(SDN\.XML|SDN_XML\.ZIP|CONSOLIDATED\.XML)$/.exec(asked.url.pathname)?.[1]
    if (file !== undefined) {
      return {
        status: 302,
        contentType: 'text/plain',
        body: '',
        headers: { location: `../../../storage/${file}?X-Amz-Expires=3600&X-Amz-Signature=5a4db0` },
      }
    }
    if (asked.url.pathname.endsWith('.ZIP')) return archive(asked)
    return documents(asked, 'application/xml', publishedOn(asked.now)) ?? xml('<Error><Code>NoSuchKey</Code></Error>', 404)
  },
  partial: { parts: ['zip'], faults: ['missing', 'damaged'] },
  rateLimited: xml('<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>', 429, retryAfter),
  broken: xml('<Error><Code>InternalError</Code></Error>', 503),
}
