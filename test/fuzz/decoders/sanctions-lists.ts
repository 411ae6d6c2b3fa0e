import { euCsv } from '../../../goods/screening/sandbox/lists/eu.ts'
import { ofacXml } from '../../../goods/screening/sandbox/lists/ofac.ts'
import { ukCsv } from '../../../goods/screening/sandbox/lists/uk.ts'
import { unXml } from '../../../goods/screening/sandbox/lists/un.ts'
import { UpstreamGarbage } from '../../../src/net/upstream-errors.ts'
import type { ListedEntry } from '../../../goods/screening/sanctions/listed-entry.ts'
import { parseEu } from '../../../goods/screening/sanctions/lists/parse-eu.ts'
import { parseOfac } from '../../../goods/screening/sanctions/lists/parse-ofac.ts'
import { parseUk } from '../../../goods/screening/sanctions/lists/parse-uk.ts'
import { parseUn } from '../../../goods/screening/sanctions/lists/parse-un.ts'
import type { ListHead, ParseList } from '../../../goods/screening/sanctions/lists/parsed-list.ts'
import { createIndexBuilder, type NameIndex } from '../../../goods/screening/sanctions/names/name-index.ts'
import { searchAtOnce } from '../../../goods/screening/sanctions/names/search-at-once.fixture.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { mutateText } from '../generate/mutate-text.ts'
import { hold } from '../promises.ts'
import type { Target } from '../run-fuzz.ts'
import { xmlNear } from './near-xml.ts'

const day = '2026-11-20'

interface Document {
  readonly text: string
}

/** Checks what every sanctions list promises about its entries, for any document. */
function target(list: string, parse: ParseList, specimen: string): Target<Document, readonly Uint8Array[]> {
  const isXml = specimen.startsWith('<')
  const near = isXml ? xmlNear(specimen) : (random: SeededRandom) => mutateText(random, specimen)
  return {
    name: `sanctions list of ${list}`,
    share: 0.3,
    make: (random) => ({ text: near(random) }),
    // In pieces, as it arrives.
    fed: ({ text }) =>
      [
        ...Buffer.from(text)
          .toString('latin1')
          .matchAll(/[^]{1,8000}/g),
      ].map(([piece]) => Buffer.from(piece, 'latin1')),
    check(chunks) {
      try {
        const { head, entries } = read(parse, chunks)
        hold(Number.isFinite(head.publishedAt) && head.version.length < 50, 'it says of when it is')
        for (const entry of entries) holdsToItsShape(entry)
        indexOf(entries)
        return 'list'
      } catch (error) {
        if (!(error instanceof UpstreamGarbage)) throw error
        return error.reason
      }
    },
    reaches: ['list', isXml ? 'not_xml' : 'wrong_shape'],
  }
}

function read(parse: ParseList, chunks: readonly Uint8Array[]): { head: ListHead; entries: ListedEntry[] } {
  const entries: ListedEntry[] = []
  const steps = parse(chunks)
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) if (step.value) entries.push(step.value)
  return { head: step.value, entries }
}

function holdsToItsShape({ id, names, births, countries, addresses, identifiers = [], programmes, listedOn }: ListedEntry): void {
  hold(id.length > 0 && id.length < 20, 'a number is short')
  hold(names.length > 0 && names.length <= 400, 'there are some names, and not endlessly many')
  for (const { text } of names) hold(text !== '' && text.length <= 300 && !/[\p{Cc}\p{Cf}]/u.test(text), `a name is a clean text: ${text}`)
  for (const birth of births) hold(/^\d{4}(?:-\d\d-\d\d|\/\d{4})?$/.test(birth), `a birth is a date: ${birth}`)
  for (const country of countries) hold(/^[A-Z]{2}$/.test(country), `a country is a code: ${country}`)
  hold(addresses.length <= 2_000 && programmes.length <= 60, 'nothing goes on endlessly')
  hold(identifiers.length <= 120, 'there are not endlessly many numbers')
  for (const { text } of identifiers) hold(text !== '' && text.length <= 60, `a number is short: ${text}`)
  hold(listedOn === null || /^\d{4}(?:-\d\d-\d\d)?$/.test(listedOn), `a day is a day: ${listedOn}`)
}

function indexOf(entries: readonly ListedEntry[]): NameIndex {
  const builder = createIndexBuilder()
  for (const entry of entries) builder.add('list', 1, entry)
  const steps = builder.finish()
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/** The first entries of an XML list, with the text around them. */
function few(text: string, element: string, root: string): string {
  const ends = [...text.matchAll(new RegExp(`</${element}>`, 'g'))].slice(0, 3)
  const end = (ends.at(-1)?.index ?? 0) + element.length + 3
  return `${text.slice(0, end).replace(/(<Record_Count>)\d+/, '$13')}${root}`
}

const lists = [
  target('OFAC', parseOfac, few(ofacXml('ofac-sdn', day, 0), 'sdnEntry', '</sdnList>')),
  target('the UN', parseUn, few(unXml(day, 0), 'INDIVIDUAL', '</INDIVIDUALS></CONSOLIDATED_LIST>')),
  target('the EU', parseEu, euCsv(day, 0).split('\n').slice(0, 8).join('\n')),
  target('the UK', parseUk, ukCsv(day, 0).split('\r\n').slice(0, 7).join('\r\n')),
]

const { entries } = read(parseOfac, [Buffer.from(ofacXml('ofac-sdn', day, 300))])
const index = indexOf(entries)
const names = entries.flatMap((entry) => entry.names.map(({ text }) => text))

const screened: Target<Document, string> = {
  name: 'a name that is screened',
  make: (random) => ({
    text: random.chance(0.8) ? mutateText(random, random.pick(names)) : Array.from({ length: 12 }, () => random.pick(names)).join(' '),
  }),
  fed: ({ text }) => text,
  check(name) {
    const found = searchAtOnce(index, name, 0.8)
    for (const { score } of found) hold(score >= 0.8 && score <= 1, `a score is a share: ${score}`)
    hold(
      found.every(({ score }, at) => at === 0 || score <= (found[at - 1]?.score ?? 1)),
      'the best comes first',
    )
    return found.length > 0 ? 'found' : 'nobody'
  },
  reaches: ['found', 'nobody'],
}

export const sanctionsTargets = [...lists, screened] as readonly Target[]
