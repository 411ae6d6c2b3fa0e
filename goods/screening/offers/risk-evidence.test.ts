import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createIdentifierIndex } from '../sanctions/identifiers/identifier-index.ts'
import type { IdentifierKind } from '../sanctions/identifiers/identifier-kinds.ts'
import { draftEntry, type ListedEntry, type SubjectKind } from '../sanctions/listed-entry.ts'
import { createIndexBuilder, type NameIndex } from '../sanctions/names/name-index.ts'
import { searchAtOnce } from '../sanctions/names/search-at-once.fixture.ts'
import { screenQuery, type SearchedLists } from '../sanctions/screen-query.ts'
import { candidateScore, type ListState } from '../sanctions/screening.ts'
import type { Store } from '../../../src/store/store.ts'
import { recommendationOn } from './risk-recommendation.ts'

/** Lists of made-up entries, and queries that are put together from what these have, from what they don't have, and from nothing. */

const families = ['Zhuravlyov', 'Quintanilla', 'Hryhorenko', 'Papadimitriadis', 'Ngirumukiza', 'Shcherbatov', 'Yildizoglu', 'Echeverria']
const strangers = ['Marie Curie', 'Alan Turing', 'Emmy Noether', 'Acme Widgets Ltd', 'Niels Bohr']
const broken = [
  'vitalik.eth',
  '0x098B716B8Aaf21512996dC57EB0615e2383E2f97',
  'cosmos1vhn2sqatxqt8hydlpmg8ju5zlu7kuq0l0qz8zn',
  `0x${'7'.repeat(64)}`,
]
const nothing = ['Mr', 'Ltd', 'the', '-', '12', 'N/A', '...', 'passport', 'Dr.']
const strangeAddress = (digits: string) => `0x${digits}`
const kinds = ['imo', 'passport', 'tax_number', 'register_number', 'national_id', 'mmsi'] as const

const labels: Readonly<Partial<Record<IdentifierKind, readonly string[]>>> = {
  imo: ['IMO ', 'IMO', 'imo no. ', 'Vessel No. '],
  passport: ['passport ', 'Passport No. ', 'Reisepass: '],
  tax_number: ['INN ', 'tax id ', 'VAT number '],
  register_number: ['OGRN ', 'company number ', 'registration no. '],
  national_id: ['national id ', 'ID no. '],
  mmsi: ['MMSI ', 'mmsi:'],
}

const digits = (length: number) => fc.stringMatching(new RegExp(`^[1-9][0-9]{${length - 1}}$`))
const number = fc.record({ kind: fc.constantFrom(...kinds), text: digits(9) })
/** One way to write a number: in groups, with dashes, in other digits. */
const writing = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.replace(/(\d{3})(?=\d)/g, '$1 '),
  (text: string) => text.replace(/(\d{3})(?=\d)/g, '$1-'),
  (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
)

const listed = fc.record({
  list: fc.constantFrom('one', 'two'),
  kind: fc.constantFrom<SubjectKind>('person', 'entity', 'vessel'),
  family: fc.constantFrom(...families),
  numbers: fc.array(number, { maxLength: 3 }),
  address: fc.stringMatching(/^[a-f][0-9a-f]{39}$/).map(strangeAddress),
})
type Listed = typeof listed extends fc.Arbitrary<infer Value> ? Value : never

interface Part {
  readonly text: string
  readonly isName: boolean
  readonly says: 'listed' | 'stranger' | 'number' | 'broken' | 'nothing' | 'address'
}

/** A part of a query, chosen from the entries where it is a listed one. */
const part = fc.record({
  says: fc.constantFrom<Part['says'][]>('listed', 'stranger', 'number', 'broken', 'nothing', 'address'),
  at: fc.nat(1_000),
  label: fc.nat(1_000),
  write: writing,
  digits: digits(9),
  address: fc.stringMatching(/^[0-9][0-9a-f]{39}$/).map(strangeAddress),
})

function textOf(
  { says, at, label, write, digits: strange, address }: typeof part extends fc.Arbitrary<infer Value> ? Value : never,
  entries: readonly Listed[],
): Part {
  const pick = <Item>(all: readonly Item[]) => all[at % all.length] as Item
  const labelled = (kind: IdentifierKind, text: string) => {
    const all = labels[kind] ?? ['']
    return `${all[label % all.length]}${write(text)}`
  }
  if (says === 'listed') {
    const entry = pick(entries)
    const known = entry.numbers[label % Math.max(1, entry.numbers.length)]
    const facts = [`Oleksandr ${entry.family}`, entry.address, ...(known ? [labelled(known.kind, known.text)] : [])]
    return { says, text: facts[label % facts.length] ?? '', isName: label % facts.length === 0 }
  }
  const texts = { stranger: pick(strangers), number: labelled(pick(kinds), strange), broken: pick(broken), nothing: pick(nothing), address }
  return { says, text: texts[says], isName: says === 'stranger' }
}

function searchedOf(entries: readonly Listed[]): SearchedLists {
  const names = createIndexBuilder()
  const numbers = createIdentifierIndex()
  const stored = new Map<string, ListedEntry>()
  for (const [at, { list, kind, family, numbers: known, address }] of entries.entries()) {
    const draft = draftEntry(String(at), kind)
    draft.name(`Oleksandr ${family}`)
    draft.identifiers(known)
    draft.address({ currency: 'ETH', address })
    const entry = draft.finished()
    stored.set(entry.id, entry)
    names.add(list, 1, entry)
    numbers.add(list, entry)
  }
  const steps = names.finish()
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  const index: NameIndex = step.value
  const store = { read: async (_: unknown, { id }: { id: string }) => JSON.stringify(stored.get(id)) } as unknown as Store
  const lists = new Map(['one', 'two'].map((list) => [list, { list, version: '1' }]))
  return { index, store, lists, numbers: numbers.finish(), search: async (name) => searchAtOnce(index, name, candidateScore) }
}

function stateOf(id: string, fresh: boolean): ListState {
  return {
    id,
    name: id,
    readFrom: 'publisher',
    throughLists: [],
    coveredShare: 1,
    version: '1',
    entries: 1,
    publishedAt: 0,
    checkedAt: 0,
    fresh,
  }
}

const world = fc.record({
  entries: fc.array(listed, { minLength: 1, maxLength: 6 }),
  parts: fc.array(part, { minLength: 1, maxLength: 3 }),
  separator: fc.constantFrom(' ', ', ', '; ', ' / ', ' - '),
  fresh: fc.tuple(fc.boolean(), fc.boolean()),
})

async function screened({ entries, parts, separator, fresh }: typeof world extends fc.Arbitrary<infer Value> ? Value : never) {
  // A query asks for one name: two in one are another person's.
  const all = parts.map((one) => textOf(one, entries))
  const said = all.filter((one, at) => !one.isName || all.findIndex(({ isName }) => isName) === at)
  const lists = [stateOf('one', fresh[0]), stateOf('two', fresh[1])]
  const screening = await screenQuery(said.map(({ text }) => text).join(separator), searchedOf(entries), () => lists, {})
  return { said, screening, recommendation: recommendationOn(screening), isFresh: fresh[0] && fresh[1] }
}

describe('over generated lists and queries', () => {
  test('clear and go_ahead rest on fresh lists and on what was compared, and are never beside what was not', async () => {
    let cleared = 0
    await fc.assert(
      fc.asyncProperty(world, async (of) => {
        const { said, screening, recommendation, isFresh } = await screened(of)
        const { verdict, compared, matches, inconclusiveBecause } = screening
        expect(recommendation.action === 'go_ahead').toBe(verdict === 'clear')
        expect(inconclusiveBecause !== null).toBe(verdict === 'inconclusive')
        if (verdict !== 'clear') return
        cleared++
        expect(isFresh).toBe(true)
        expect(matches).toEqual([])
        expect(compared.some(({ as }) => as === 'name' || as === 'address')).toBe(true)
        expect(compared.every(({ text }) => text !== '')).toBe(true)
        expect(said.map(({ says }) => says)).not.toContain('listed')
        expect(said.map(({ says }) => says)).not.toContain('broken')
        expect(said.some(({ says }) => says === 'stranger' || says === 'address')).toBe(true)
      }),
      { numRuns: 400 },
    )
    // The property would hold for lists that never clear anybody.
    expect(cleared).toBeGreaterThan(20)
  })

  test('what lists have is found beside anything else, and a name that they lack is clear', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (of) => {
        const { said, screening, isFresh } = await screened({ ...of, fresh: [true, true] })
        if (said.some(({ says }) => says === 'listed')) expect(['match', 'review']).toContain(screening.verdict)
        else if (isFresh && said.every(({ says }) => says === 'stranger')) expect(screening.verdict).toBe('clear')
        else expect(['clear', 'inconclusive']).toContain(screening.verdict)
      }),
      { numRuns: 400 },
    )
  })
})
