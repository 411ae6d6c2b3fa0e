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

function read(parse: ParseList, document: string | Uint8Array): { entries: ListedEntry[]; summary: ListSummary } {
  const entries: ListedEntry[] = []
  const bytes = Buffer.from(document)
  const steps = parse([bytes.subarray(0, bytes.length / 3), bytes.subarray(bytes.length / 3)])
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) if (step.value) entries.push(step.value)
  return { entries, summary: step.value }
}

/** Changes the `at`th piece of a document. */
function changed(text: string, pieces: RegExp, at: number, change: (piece: string) => string): string {
  let seen = 0
  return text.replace(pieces, (piece) => (seen++ === at ? change(piece) : piece))
}

type Change = readonly [what: string, change: (row: string) => string]

const inXml = (number: string, name: string): Change[] => [
  ['no number', (row) => row.replace(new RegExp(`<${number}>\\d+`), `<${number}>`)],
  ['a number of words', (row) => row.replace(new RegExp(`<${number}>\\d+`), `<${number}>unknown`)],
  ['no name', (row) => row.replaceAll(new RegExp(`<(${name})>[^<]*<`, 'g'), '<$1><')],
  ['a member that is not closed', (row) => row.replace(/<\/\w+>/, '')],
  ['half a tag', (row) => row.replace('>', '><<')],
  ['no end', (row) => row.replace(/<\/\w+>$/, '')],
  ['no start', (row) => row.replace(/^<\w+>/, '')],
]

const inCsv = (number: RegExp): Change[] => [
  ['no number', (row) => row.replace(number, '$1$2')],
  ['a number of words', (row) => row.replace(number, '$1unknown$2')],
  ['a line end before its number', (row) => row.replace(number, '\n$1unknown$2')],
  ['a quote that is not closed', (row) => row.replace(number, '$1"unknown$2')],
  ['another row in its place', () => 'see the notice'],
]

interface Kind {
  readonly list: string
  readonly parse: ParseList
  readonly text: string
  readonly rows: RegExp
  readonly changes: readonly Change[]
}

const csvLines = /[^\n]+(?:\n(?!\d\d\/\d\d\/\d{4}|$)[^\n]+)*/g
const kinds: readonly Kind[] = [
  ...(['ofac-sdn', 'ofac-consolidated'] as const).map((list) => ({
    list,
    parse: parseOfac,
    text: ofacXml(list, day, 20),
    rows: /<sdnEntry>[^]*?<\/sdnEntry>/g,
    changes: [
      ...inXml('uid', 'firstName|lastName'),
      ['a kind that is none', (row: string) => row.replace(/<sdnType>\w+/, '<sdnType>Submarine')] as const,
    ],
  })),
  {
    list: 'un',
    parse: parseUn,
    text: unXml(day, 20),
    rows: /<(INDIVIDUAL|ENTITY)>[^]*?<\/\1>/g,
    changes: inXml('DATAID', 'FIRST_NAME|SECOND_NAME|THIRD_NAME|FOURTH_NAME|NAME_ORIGINAL_SCRIPT|ALIAS_NAME'),
  },
  { list: 'eu', parse: parseEu, text: euCsv(day, 20), rows: csvLines, changes: inCsv(/^([^;]*;)\d+;EU[^;]*(;)/) },
  { list: 'uk', parse: parseUk, text: ukCsv(day, 20), rows: csvLines, changes: inCsv(/^([^,]*,)[A-Z]+\d+(,)/) },
]

describe.each(kinds)('one odd row on the list $list', ({ parse, text, rows, changes }) => {
  const whole = read(parse, text).entries
  const count = text.match(rows)?.length ?? 0
  // The first after the head, one in the middle, and the last.
  const places = [2, Math.floor(count / 2), count - 1]

  test.each(changes)('with %s takes no other away', (what, change) => {
    for (const at of places) {
      // At the end of the document it looks like a list that was cut off.
      if (what === 'a quote that is not closed' && at === count - 1) continue
      const odd = changed(text, rows, at, change)
      expect(odd).not.toBe(text)
      const { entries, summary } = read(parse, odd)
      expect(summary.rejectedRows, `row ${at}`).toBeGreaterThanOrEqual(1)
      expect(summary.rejectedRows, `row ${at}`).toBeLessThanOrEqual(2)
      const names = (all: readonly ListedEntry[]) => all.flatMap((entry) => entry.names.map((name) => `${entry.id} ${name.text}`))
      const before = names(whole)
      const after = names(entries)
      const lost = before.filter((name) => !after.includes(name)).map((name) => name.split(' ')[0])
      // Only names of that row's own entry are lost, and nothing is made up.
      expect(new Set(lost).size, `row ${at}`).toBeLessThanOrEqual(1)
      expect(after.filter((name) => !before.includes(name))).toEqual([])
    }
  })

  test('with bytes that are not UTF-8 is read', () => {
    const bytes = Buffer.from(text)
    const word = whole[1]?.names[0]?.text.split(' ').at(-1) ?? ''
    bytes[bytes.indexOf(word) + 1] = 0xff
    const { entries } = read(parse, bytes)
    expect(entries.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
  })
})

describe.each(kinds)('the list $list is refused', ({ list, parse, text, rows, changes }) => {
  test.each(changes)('if many rows have %s', (_, change) => {
    let seen = 0
    const ruined = text.replace(rows, (row) => (seen++ > 1 && seen % 3 === 0 ? change(row) : row))
    expect(() => read(parse, ruined)).toThrow('not understood')
  })

  test('if it was cut off anywhere in the middle of a row', () => {
    const bytes = Buffer.from(text)
    for (const share of [0.3, 0.5, 0.7, 0.9]) {
      const from = Math.floor(bytes.length * share)
      // In the middle of the line: a CSV document does not say how many rows it has.
      const lineEnd = bytes.indexOf('\n', from)
      const cut = bytes.subarray(0, list === 'eu' || list === 'uk' ? lineEnd + 10 : from)
      expect(() => read(parse, cut), `${share}`).toThrow('not understood')
    }
  })

  test.each([
    ['a page about an error', '<html><body>503</body></html>'],
    ['an answer in JSON', '{"error":"busy"}'],
    ['nothing', ''],
    ['bytes that are no text', Buffer.from(text).map((byte) => byte ^ 0x95)],
  ])('if it is %s', (_, other) => expect(() => read(parse, other)).toThrow('not understood'))
})
