import { retryAfter } from '../../../../src/goods/kit/stand-ins.ts'
import type { StandInReply as Reply, FailingStandIn as StandIn } from '../../../../src/goods/kit/stand-ins.ts'
import { countryName, entriesOf, escapeXml, numberOf, publishedOn, unReferenceAt } from './entries-of.ts'
import { keptByDay } from './kept-by-day.ts'
import type { Listed, Numbers } from './listed.ts'

/** Names of countries at the United Nations that differ from the usual ones. */
const official: Readonly<Record<string, string>> = {
  RU: 'Russian Federation',
  IR: 'Iran (Islamic Republic of)',
  SY: 'Syrian Arab Republic',
  KP: "Democratic People's Republic of Korea",
  CD: 'Democratic Republic of the Congo',
}
const regimes: Readonly<Record<string, string>> = {
  SDGT: 'Al-Qaida',
  TALIBAN: 'Taliban',
  NPWMD: 'DPRK',
  DPRK: 'DPRK',
  DPRK2: 'DPRK',
  DPRK3: 'DPRK',
}
const parts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']

function nameParts(name: string, isPerson: boolean): string {
  const words = isPerson ? name.replace('/', ' ').split(' ') : [name]
  const four = [...words.slice(0, 3), words.slice(3).join(' ')].filter((word) => word !== '')
  return four.map((word, index) => `<${parts[index]}>${escapeXml(isPerson ? word.toUpperCase() : word)}</${parts[index]}>`).join('')
}

function birth(text: string): string {
  const [from, to] = text.split('/')
  if (to !== undefined) return `<TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>${from}</FROM_YEAR><TO_YEAR>${to}</TO_YEAR>`
  return text.length > 4
    ? `<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>${text}</DATE>`
    : `<TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>${text}</YEAR>`
}

/** The numbers of entities are in running text. */
function comments({ bic = [], imo = [], registerNumber = [] }: Numbers): string {
  return [
    'Review pursuant to Security Council resolution.',
    ...bic.map((number) => `SWIFT/BIC: ${number}.`),
    ...imo.map((number) => `IMO number: ${number}.`),
    ...registerNumber.map((number) => `Business Registration Number ${number}.`),
  ].join(' ')
}

function documentsOf({ passport = [], nationalId = [] }: Numbers): string {
  const one = (type: string, number: string) =>
    `<INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>${type}</TYPE_OF_DOCUMENT><NUMBER>${escapeXml(number)}</NUMBER></INDIVIDUAL_DOCUMENT>`
  const all = [
    ...passport.map((number) => one('Passport', number)),
    ...nationalId.map((number) => one('National Identification Number', number)),
  ]
  return all.length === 0 ? '<INDIVIDUAL_DOCUMENT/>' : all.join('')
}

function element(listed: Listed, number: string, reference: string): string {
  const { names, weak = [], script, births = [], countries, kind, programme, numbers = {} } = listed
  const isPerson = kind === 'person'
  const tag = isPerson ? 'INDIVIDUAL' : 'ENTITY'
  const [primary = '', ...others] = names
  const alias = (name: string, quality: string) =>
    `<${tag}_ALIAS><QUALITY>${quality}</QUALITY><ALIAS_NAME>${escapeXml(name.replace('/', ' '))}</ALIAS_NAME></${tag}_ALIAS>`
  const country = (code: string) => escapeXml(official[code] ?? countryName(code))
  return `<${tag}><DATAID>${number}</DATAID><VERSIONNUM>1</VERSIONNUM>${nameParts(primary, isPerson)}<UN_LIST_TYPE>${regimes[programme] ?? programme}</UN_LIST_TYPE><REFERENCE_NUMBER>${reference}</REFERENCE_NUMBER><LISTED_ON>2001-01-25</LISTED_ON>${script === undefined ? '' : `<NAME_ORIGINAL_SCRIPT>${script}</NAME_ORIGINAL_SCRIPT>`}<COMMENTS1>${escapeXml(comments(numbers))}</COMMENTS1>${isPerson ? `<NATIONALITY>${countries.map((code) => `<VALUE>${country(code)}</VALUE>`).join('')}</NATIONALITY>` : ''}<LIST_TYPE><VALUE>UN List</VALUE></LIST_TYPE><LAST_DAY_UPDATED><VALUE>2019-05-01T00:00:00</VALUE></LAST_DAY_UPDATED>${others.map((name) => alias(name, isPerson ? 'Good' : 'a.k.a.')).join('')}${weak.map((name) => alias(name, 'Low')).join('')}<${tag}_ADDRESS>${isPerson ? '' : countries.map((code) => `<COUNTRY>${country(code)}</COUNTRY>`).join('')}</${tag}_ADDRESS>${births.map((one) => `<INDIVIDUAL_DATE_OF_BIRTH>${birth(one)}</INDIVIDUAL_DATE_OF_BIRTH>`).join('')}${isPerson ? documentsOf(numbers) : ''}<SORT_KEY/></${tag}>`
}

/** https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list */
export function unXml(day: string, crowdSize?: number): string {
  const all = entriesOf('un', crowdSize).map((listed, place) => ({
    listed,
    text: element(listed, numberOf('un', place), unReferenceAt(place, listed.kind)),
  }))
  const of = (isPerson: boolean) => all.filter(({ listed }) => (listed.kind === 'person') === isPerson).map(({ text }) => text)
  return `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" dateGenerated="${day}T02:00:04.713Z" xsi:noNamespaceSchemaLocation="https://scsanctions.un.org/resources/xsd/sc-sanctions.xsd">
<INDIVIDUALS>
${of(true).join('\n')}
</INDIVIDUALS>
<ENTITIES>
${of(false).join('\n')}
</ENTITIES>
</CONSOLIDATED_LIST>
`
}

const documents = keptByDay({ '/storage/consolidatedLegacyByPRN.xml': (day) => unXml(day) })

function page(title: string, status: number, headers = {}): Reply {
  return { status, contentType: 'text/html', body: `<!DOCTYPE html><html><body><h2>${title}</h2></body></html>`, headers }
}

/** The known URL redirects to a storage account. */
export const un: StandIn = {
  answer(asked) {
    if (asked.url.pathname === '/resources/xml/en/consolidated.xml') {
      return {
        status: 302,
        contentType: 'text/plain',
        body: '',
        headers: { location: '../../../storage/consolidatedLegacyByPRN.xml?sv=2024-05-04&sig=5a4db0' },
      }
    }
    return documents(asked, 'application/xml', publishedOn(asked.now)) ?? page('404 - File or directory not found.', 404)
  },
  rateLimited: page('Too Many Requests', 429, retryAfter),
  broken: page('502 - Web server received an invalid response', 502),
}
