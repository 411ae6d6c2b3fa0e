import { UpstreamGarbage } from '../../../../src/goods/kit/http.ts'
import { countryByName } from '../../../../src/goods/kit/names.ts'
import { kindOfLabel } from '../identifiers/identifier-kinds.ts'
import { publishedNumbers, remarkedNumbers, type ListedIdentifier } from '../identifiers/published-numbers.ts'
import { draftEntry, type ListedEntry } from '../listed-entry.ts'
import { chainAddressesIn } from './chain-addresses.ts'
import { fromIso } from './dates.ts'
import type { ListHead, ListSummary } from './parsed-list.ts'
import { createRowTally } from './row-tally.ts'
import { allAt, oddElement, textAt, textsAt, xmlElements, type XmlNode } from './xml-elements.ts'

/** What the list writes into a field that it leaves open. */
const notAvailable = 'na'

/** The consolidated list of the UN Security Council: `INDIVIDUAL` and `ENTITY` elements. */
export function* parseUn(chunks: readonly Uint8Array[]): Generator<ListedEntry | null, ListSummary> {
  let head: ListHead | null = null
  const tally = createRowTally()
  const shape = { root: 'CONSOLIDATED_LIST', elements: ['INDIVIDUAL', 'ENTITY'], head: (text: string) => (head = readHead(text)) }
  for (const element of xmlElements(chunks, shape)) {
    if (element === oddElement) tally.reject()
    else if (element) yield tally.read(() => readEntry(element.name === 'INDIVIDUAL', element.content))
    else yield null
  }
  const rejectedRows = tally.finish()
  if (head === null) throw new UpstreamGarbage('wrong_shape')
  return { ...(head as ListHead), rejectedRows }
}

function readHead(text: string): ListHead {
  const version = /<CONSOLIDATED_LIST\b[^>]*\bdateGenerated="([^"]{10,40})"/.exec(text)?.[1] ?? ''
  const publishedAt = Date.parse(version)
  if (Number.isNaN(publishedAt)) throw new UpstreamGarbage('wrong_shape')
  return { version, publishedAt }
}

function readEntry(isPerson: boolean, node: XmlNode): ListedEntry {
  const id = textAt(node, 'DATAID')
  if (!/^\d{1,10}$/.test(id)) throw new UpstreamGarbage('wrong_shape')
  const draft = draftEntry(id, isPerson ? 'person' : 'entity')
  draft.name(
    ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']
      .map((part) => textAt(node, part))
      .filter((part) => part.trim() !== notAvailable)
      .join(' '),
  )
  draft.name(textAt(node, 'NAME_ORIGINAL_SCRIPT'))
  const prefix = isPerson ? 'INDIVIDUAL' : 'ENTITY'
  for (const alias of allAt(node, `${prefix}_ALIAS`)) {
    draft.name(textAt(alias, 'ALIAS_NAME'), { weak: textAt(alias, 'QUALITY') === 'Low' })
  }
  draft.unReference(textAt(node, 'REFERENCE_NUMBER'))
  draft.programme(textAt(node, 'UN_LIST_TYPE'))
  for (const birth of allAt(node, 'INDIVIDUAL_DATE_OF_BIRTH')) draft.birth(readBirth(birth))
  for (const country of [...textsAt(node, 'NATIONALITY', 'VALUE'), ...textsAt(node, `${prefix}_ADDRESS`, 'COUNTRY')]) {
    draft.country(countryByName(country))
  }
  for (const document of allAt(node, 'INDIVIDUAL_DOCUMENT')) draft.identifiers(numbersOf(document))
  const comments = textAt(node, 'COMMENTS1')
  for (const address of chainAddressesIn(comments)) draft.address(address)
  draft.identifiers(remarkedNumbers(comments))
  draft.listedOn(fromIso(textAt(node, 'LISTED_ON')))
  return draft.finished()
}

/** The second type says more than the first, and sometimes it has the number. */
function numbersOf(document: XmlNode): ListedIdentifier[] {
  const [type, detail, number] = ['TYPE_OF_DOCUMENT', 'TYPE_OF_DOCUMENT2', 'NUMBER'].map((name) => textAt(document, name).trim())
  const kind = kindOfLabel(detail ?? '') ?? kindOfLabel(type ?? '') ?? 'other'
  return number === undefined || number === '' || number === notAvailable ? remarkedNumbers(detail ?? '') : publishedNumbers(number, kind)
}

function readBirth(node: XmlNode): string | null {
  const exact = fromIso(textAt(node, 'DATE'))
  if (exact !== null) return exact
  const [year, from, to] = ['YEAR', 'FROM_YEAR', 'TO_YEAR'].map((name) => /^\d{4}$/.exec(textAt(node, name))?.[0])
  if (from !== undefined && to !== undefined) return `${from}/${to}`
  return year ?? from ?? to ?? null
}
