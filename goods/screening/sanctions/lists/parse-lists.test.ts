import { describe, expect, test } from 'vitest'
import { euCsv } from '../../sandbox/lists/eu.ts'
import { ofacXml } from '../../sandbox/lists/ofac.ts'
import { ukCsv } from '../../sandbox/lists/uk.ts'
import { unXml } from '../../sandbox/lists/un.ts'
import type { ListedEntry } from '../listed-entry.ts'
import { parseEu } from './parse-eu.ts'
import { parseOfac } from './parse-ofac.ts'
import { parseUk } from './parse-uk.ts'
import { parseUn } from './parse-un.ts'
import type { ListSummary, ParseList } from './parsed-list.ts'

const day = '2026-11-20'

function read(
  parse: ParseList,
  text: string,
): { head: ListSummary; entries: ListedEntry[]; named: (name: string) => ListedEntry | undefined } {
  const entries: ListedEntry[] = []
  const steps = parse([Buffer.from(text)])
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) if (step.value) entries.push(step.value)
  return { head: step.value, entries, named: (name) => entries.find(({ names }) => names.some(({ text }) => text.includes(name))) }
}

const texts = (entry: ListedEntry | undefined) => entry?.names.map(({ text, weak }) => (weak ? `${text} (weak)` : text))

describe('numbers', () => {
  const numbersOf = (entry: ListedEntry | undefined) => entry?.identifiers?.map(({ kind, text }) => `${kind} ${text}`)
  const sberbank = ['tax_number 7707083893', 'register_number 1027700132195', 'bic SABRRUMM']

  test('are read from the documents, ships and aircraft of OFAC, and nothing that describes an entry', () => {
    const { named } = read(parseOfac, ofacXml('ofac-sdn', day, 0))
    expect(numbersOf(named('ARTAVIL'))).toEqual(['imo 9187629', 'mmsi 572469210'])
    expect(numbersOf(named('SBERBANK'))).toEqual(sberbank)
    expect(numbersOf(named('CHERNYSHEVSKIY'))).toEqual(['passport AN 7731265', 'national_id 66120-19640-7', 'tax_number 771983465012'])
    expect(numbersOf(named('ORLOVSKY'))).toEqual(['imo 0074951', 'call_sign UBXZ9'])
    expect(numbersOf(named('EP-GOL'))).toEqual(['aircraft EP-GOL', 'aircraft 1013409297'])
    expect(numbersOf(named('LAZARUS'))).toEqual([])
  })

  test('are read from the rows of the EU, and from ways to reach an entity', () => {
    const { named } = read(parseEu, euCsv(day, 0))
    expect(numbersOf(named('SBERBANK'))?.toSorted()).toEqual(sberbank.toSorted())
    expect(numbersOf(named('ORLOVSKY'))).toEqual(['imo 0074951'])
    const [header = '', row = ''] = euCsv(day, 0).split('\n')
    const fields = row.split(';')
    fields[header.split(';').indexOf('Address_ContactInfo')] = 'EMAIL[info@example.ru] PHONE[+7 351 7751037] WEB[https://www.example.ru/]'
    const [entry] = read(parseEu, [header, fields.join(';')].join('\n')).entries
    expect(numbersOf(entry)).toEqual(['email info@example.ru', 'phone +7 351 7751037', 'website https://www.example.ru/'])
  })

  test('are read from the documents and the comments of the UN', () => {
    const { named } = read(parseUn, unXml(day, 0))
    expect(numbersOf(named('WON HAK'))).toEqual(['passport 381420754', 'passport PS381420397'])
    expect(numbersOf(named('KWANGSON'))).toEqual(['bic FTBDKPPY'])
  })

  test('are read from the columns of the UK, with what it says of each', () => {
    const { named } = read(parseUk, ukCsv(day, 0))
    expect(numbersOf(named('SBERBANK'))?.toSorted()).toEqual(sberbank.toSorted())
    expect(numbersOf(named('Won Hak'))).toEqual(['passport 381420754', 'passport PS381420397'])
    expect(numbersOf(named('ORLOVSKY'))).toEqual(['imo 0074951'])
  })
})

describe('OFAC', () => {
  test('reads names with weak aliases apart, dates, countries, programmes and all digital currency addresses', () => {
    const { head, entries, named } = read(parseOfac, ofacXml('ofac-sdn', day, 10))
    expect(head).toMatchObject({ version: day, publishedAt: Date.parse(day) })
    expect(texts(named('BIN LADIN'))).toEqual([
      'Usama bin Muhammad bin Awad BIN LADIN',
      'Usama BIN LADEN',
      'Shaykh Usama BIN LADIN',
      'Abu Abdallah (weak)',
    ])
    expect(named('BIN LADIN')).toMatchObject({
      id: '7001',
      kind: 'person',
      births: ['1957-07-30', '1957-03-10'],
      countries: ['SA', 'YE'],
      programmes: ['SDGT'],
    })
    expect(named('OMAR')?.births).toEqual(['1960/1968'])
    expect(named('BIN LADIN')?.names[0]?.family).toBe('BIN LADIN')
    expect(named('LAZARUS')?.addresses).toEqual([
      { currency: 'ETH', address: '0x098B716B8Aaf21512996dC57EB0615e2383E2f96' },
      { currency: 'ETH', address: '0x5a4DB0c5000000000000000000000000000000C1' },
      { currency: 'XBT', address: '3SandboxListedAddress3333333333333' },
      // Only the remarks tell this one.
      { currency: 'XBT', address: '1SandboxRemarkedAddress11111111111' },
    ])
    expect(named('CHONG RYON')?.kind).toBe('vessel')
    expect(named('AL-BARAQAA')?.countries).toEqual(['AE', 'SO'])
    expect(entries.every(({ names }) => names.length > 0)).toBe(true)
  })

  test('an entry without a type is a person if it has a given name', () => {
    const { named, head } = read(parseOfac, ofacXml('ofac-sdn', day, 10).replaceAll(/<sdnType>\w+<\/sdnType>/g, ''))
    expect([named('BIN LADIN')?.kind, named('LAZARUS')?.kind, head.rejectedRows]).toEqual(['person', 'entity', 0])
  })

  test.each([
    ['announces more than it holds', (text: string) => text.replace(/<Record_Count>\d+/, '<Record_Count>99999')],
    ['has no date', (text: string) => text.replace(/<Publish_Date>.*<\/Publish_Date>/, '')],
    ['has entries of kinds that are none', (text: string) => text.replaceAll('<sdnType>Individual', '<sdnType>Submarine')],
    ['has entries without number', (text: string) => text.replaceAll(/<uid>\d+<\/uid>/g, '')],
  ])('a document that %s is refused', (_, ruin) => {
    expect(() => read(parseOfac, ruin(ofacXml('ofac-sdn', day, 10)))).toThrow('not understood: wrong_shape')
  })
})

describe('the EU', () => {
  test('collects the rows of an entity in any order', () => {
    const [header = '', ...rows] = euCsv(day, 10).trimEnd().split('\n')
    const shuffled = [header, ...rows.toReversed()].join('\n')
    const { head, named } = read(parseEu, shuffled)
    expect(head).toEqual({ version: day, publishedAt: Date.parse(day), rejectedRows: 0 })
    const entry = named('SHCHERBATOV')
    expect(entry).toMatchObject({
      kind: 'person',
      births: ['1971-05-19'],
      countries: ['RU'],
      programmes: ['UKRAINE-EO13661'],
      listedOn: '2014-03-17',
    })
    expect(texts(named('القذافي'))).toContain('Muammar Mohammed Abu Minyar QADHAFI')
    expect(named('ZHURAVLYOV')?.addresses.map(({ address }) => address)).toContain('0x5a4DB0c5000000000000000000000000000000A1')
    expect(named('BANK MELLI')).toMatchObject({ kind: 'entity', countries: ['IR'] })
    expect(named('HUSSEIN')?.names.find(({ text }) => text === 'Saddam HUSSEIN')?.family).toBe('HUSSEIN')
  })

  test("names the UN's number where the column has one, and takes nothing else for one", () => {
    const { entries } = read(parseEu, euCsv(day, 10))
    const numbers = entries.flatMap(({ unReference }) => unReference ?? [])
    expect(numbers.length).toBeGreaterThan(2)
    expect(numbers.every((number) => /^QD[ie]\.\d{3}$/.test(number))).toBe(true)
    const [odd] = read(parseEu, euCsv(day, 10).replaceAll(/;QD[ie]\.\d{3};/g, ';(see remarks);')).entries
    expect(odd?.unReference).toBeNull()
  })

  test('accepts the letter and the word of a subject type in either column', () => {
    const swapped = euCsv(day, 5).replaceAll(';P;person;', ';person;P;').replaceAll(';E;enterprise;', ';enterprise;E;')
    expect(read(parseEu, swapped).named('BANK MELLI')?.kind).toBe('entity')
    expect(read(parseEu, swapped).named('BIN LADIN')?.kind).toBe('person')
  })

  test.each([
    ['other columns', 'a;b;c\n1;2;3\n'],
    ['no rows', `${euCsv(day, 0).split('\n')[0]}\n`],
    ['rows without number', euCsv(day, 5).replaceAll(/;EU\.\d+\.\d+;/g, ';garbage;')],
    ['a date that is none', euCsv(day, 5).replaceAll('20/11/2026', '20/13/2026')],
  ])('a document with %s is refused', (_, text) => expect(() => read(parseEu, text)).toThrow('not understood: wrong_shape'))
})

describe('the UN', () => {
  test('reads persons and entities, weak aliases, the original script and approximate dates', () => {
    const { head, named } = read(parseUn, unXml(day, 10))
    expect(head).toEqual({ version: `${day}T02:00:04.713Z`, publishedAt: Date.parse(`${day}T02:00:04.713Z`), rejectedRows: 0 })
    expect(texts(named('BIN LADIN'))).toEqual([
      'USAMA BIN MUHAMMAD BIN AWAD BIN LADIN',
      'أسامة محمد عوض بن لادن',
      'Usama BIN LADEN',
      'Shaykh Usama BIN LADIN',
      'Abu Abdallah (weak)',
    ])
    expect(named('OMAR')).toMatchObject({
      kind: 'person',
      births: ['1960/1968'],
      countries: ['AF'],
      programmes: ['Taliban'],
      listedOn: '2001-01-25',
    })
    expect(named('KONY')?.births).toEqual(['1959', '1960', '1961'])
    // The names that the United Nations have for countries.
    expect(named('WON HAK')?.countries).toEqual(['KP'])
    expect(named('KOREA MINING')).toMatchObject({ kind: 'entity', countries: ['KP'] })
  })

  test('removes remarks from an alias', () => {
    const text = unXml(day, 5).replace('<ALIAS_NAME>AL QAEDA<', '<ALIAS_NAME>Formerly Tanzim al-Jihad (previously listed as)<')
    expect(
      read(parseUn, text)
        .named('Tanzim')
        ?.names.map((name) => name.text),
    ).toContain('Tanzim al-Jihad')
  })

  test.each([
    ['no date', unXml(day, 5).replace(/dateGenerated="[^"]*"/, '')],
    ['entries without number', unXml(day, 5).replaceAll(/<DATAID>\d+<\/DATAID>/g, '')],
  ])('a document with %s is refused', (_, text) => expect(() => read(parseUn, text)).toThrow('not understood: wrong_shape'))
})

describe('the UK', () => {
  test('collects the rows of a subject with its primary name first, in any order of rows', () => {
    const { head, named } = read(parseUk, ukCsv(day, 10))
    expect(head).toEqual({ version: day, publishedAt: Date.parse(day), rejectedRows: 0 })
    expect(texts(named('BIN LADIN'))?.[0]).toBe('Usama bin Muhammad bin Awad BIN LADIN')
    expect(texts(named('BIN LADIN'))).toContain('Abu Abdallah (weak)')
    expect(named('KONY')?.births).toEqual(['1959', '1960', '1961'])
    expect([named('BIN LADIN')?.unReference, named('PRIGOZHIN')?.unReference]).toEqual(['QDi.001', null])
    expect(named('ORLOVSKY')?.kind).toBe('vessel')
    expect(named('LAZARUS')?.addresses.map(({ address }) => address)).toEqual(
      expect.arrayContaining(['0x098B716B8Aaf21512996dC57EB0615e2383E2f96', '3SandboxListedAddress3333333333333']),
    )
    expect(named('PRIGOZHIN')).toMatchObject({ births: ['1961-06-01'], countries: ['RU'], listedOn: '2022-03-15' })
  })

  test.each([
    ['no date of the report', ukCsv(day, 5).replace(/Report Date: [^\r]*/, 'Report')],
    ['other columns', ukCsv(day, 5).replace('Unique ID', 'Number')],
    ['rows without number', ukCsv(day, 5).replaceAll(/,[A-Z]{2,6}\d+,/g, ',,')],
  ])('a document with %s is refused', (_, text) => expect(() => read(parseUk, text)).toThrow('not understood: wrong_shape'))
})
