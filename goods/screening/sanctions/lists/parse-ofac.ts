import { UpstreamGarbage } from '../../../../src/goods/kit/http.ts'
import { countryByName } from '../../../../src/goods/kit/names.ts'
import { kindOfLabel } from '../identifiers/identifier-kinds.ts'
import { publishedNumbers, remarkedNumbers } from '../identifiers/published-numbers.ts'
import { draftEntry, type ListedEntry, type SubjectKind } from '../listed-entry.ts'
import { chainAddressesIn } from './chain-addresses.ts'
import { fromWords } from './dates.ts'
import type { ListHead, ListSummary } from './parsed-list.ts'
import { createRowTally } from './row-tally.ts'
import { allAt, oddElement, textAt, textsAt, xmlElements, type XmlNode } from './xml-elements.ts'

const kinds: Readonly<Record<string, SubjectKind>> = { Individual: 'person', Entity: 'entity', Vessel: 'vessel', Aircraft: 'aircraft' }

/**
 * SDN.XML and CONSOLIDATED.XML of OFAC's Sanctions List Service: `sdnEntry` elements with aliases and identity documents,
 * including digital currency addresses. The head states the number of entries.
 */
export function* parseOfac(chunks: readonly Uint8Array[]): Generator<ListedEntry | null, ListSummary> {
  let head: OfacHead | null = null
  const tally = createRowTally()
  const elements = xmlElements(chunks, { root: 'sdnList', elements: ['sdnEntry'], head: (text) => (head = readHead(text)) })
  for (const element of elements) {
    if (element === oddElement) tally.reject()
    else if (element) yield tally.read(() => readEntry(element.content))
    else yield null
  }
  if (head === null) throw new UpstreamGarbage('wrong_shape')
  const { announced, ...known } = head as OfacHead
  // A document with far fewer entries than announced was cut off.
  tally.reject(Math.abs(announced - tally.rows()))
  return { ...known, rejectedRows: tally.finish() }
}

interface OfacHead extends ListHead {
  /** How many entries the document says that it has. */
  readonly announced: number
}

function readHead(text: string): OfacHead {
  const date = /<Publish_Date>\s*(\d\d)\/(\d\d)\/(\d{4})\s*<\/Publish_Date>/.exec(text)
  const count = /<Record_Count>\s*(\d{1,7})\s*<\/Record_Count>/.exec(text)
  const version = date ? `${date[3]}-${date[1]}-${date[2]}` : ''
  const publishedAt = Date.parse(version)
  if (!count || Number.isNaN(publishedAt)) throw new UpstreamGarbage('wrong_shape')
  return { version, publishedAt, announced: Number(count[1]) }
}

function readEntry(node: XmlNode): ListedEntry {
  const id = textAt(node, 'uid')
  const type = textAt(node, 'sdnType')
  // Elected members of the Palestinian Legislative Council have been published without a type.
  const kind = type === '' ? (textAt(node, 'firstName') === '' ? 'entity' : 'person') : kinds[type]
  if (!/^\d{1,10}$/.test(id) || kind === undefined) throw new UpstreamGarbage('wrong_shape')
  const draft = draftEntry(id, kind)
  const family = (named: XmlNode) => (kind === 'person' ? textAt(named, 'lastName') : null)
  draft.name(fullName(node), { family: family(node) })
  for (const aka of allAt(node, 'akaList', 'aka'))
    draft.name(fullName(aka), { weak: textAt(aka, 'category') === 'weak', family: family(aka) })
  for (const programme of textsAt(node, 'programList', 'program')) draft.programme(programme)
  for (const birth of textsAt(node, 'dateOfBirthList', 'dateOfBirthItem', 'dateOfBirth')) draft.birth(fromWords(birth))
  const countries = [
    ...textsAt(node, 'nationalityList', 'nationality', 'country'),
    ...textsAt(node, 'citizenshipList', 'citizenship', 'country'),
    ...textsAt(node, 'addressList', 'address', 'country'),
  ]
  for (const country of countries) draft.country(countryByName(country))
  for (const document of allAt(node, 'idList', 'id')) {
    const type = textAt(document, 'idType')
    const [, currency] = /^Digital Currency Address - (\S{1,20})/.exec(type) ?? []
    const address = textAt(document, 'idNumber').trim()
    if (currency !== undefined && address !== '') draft.address({ currency, address })
    const numbered = kindOfLabel(type)
    if (numbered !== null) draft.identifiers(publishedNumbers(textAt(document, 'idNumber'), numbered))
  }
  draft.identifiers(publishedNumbers(textAt(node, 'vesselInfo', 'callSign'), 'call_sign'))
  const remarks = textAt(node, 'remarks')
  for (const address of chainAddressesIn(remarks)) draft.address(address)
  draft.identifiers(remarkedNumbers(remarks))
  return draft.finished()
}

/** `lastName` is the family name, or the whole name of a subject that is not a person. Given names are separate. */
function fullName(node: XmlNode): string {
  return `${textAt(node, 'firstName')} ${textAt(node, 'lastName')}`
}
