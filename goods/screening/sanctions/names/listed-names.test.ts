import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { euCsv } from '../../sandbox/lists/eu.ts'
import { ofacXml } from '../../sandbox/lists/ofac.ts'
import { ukCsv } from '../../sandbox/lists/uk.ts'
import { unXml } from '../../sandbox/lists/un.ts'
import type { ListedEntry } from '../listed-entry.ts'
import { parseEu } from '../lists/parse-eu.ts'
import { parseOfac } from '../lists/parse-ofac.ts'
import { parseUk } from '../lists/parse-uk.ts'
import { parseUn } from '../lists/parse-un.ts'
import type { ParseList } from '../lists/parsed-list.ts'
import { createIndexBuilder } from './name-index.ts'
import { searchAtOnce } from './search-at-once.fixture.ts'

const day = '2026-11-20'
const lists: readonly (readonly [string, ParseList, string])[] = [
  ['ofac-sdn', parseOfac, ofacXml('ofac-sdn', day, 60)],
  ['ofac-consolidated', parseOfac, ofacXml('ofac-consolidated', day, 60)],
  ['eu', parseEu, euCsv(day, 60)],
  ['un', parseUn, unXml(day, 60)],
  ['uk', parseUk, ukCsv(day, 60)],
]

function entriesOf(parse: ParseList, document: string | Uint8Array): { entries: ListedEntry[]; rejectedRows: number } {
  const entries: ListedEntry[] = []
  const steps = parse([Buffer.from(document)])
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) if (step.value) entries.push(step.value)
  return { entries, rejectedRows: step.value.rejectedRows }
}

function expectEveryNameFound(entries: readonly ListedEntry[]): void {
  const builder = createIndexBuilder()
  for (const entry of entries) builder.add('list', 1, entry)
  const steps = builder.finish()
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  const index = step.value
  for (const { id, names } of entries) {
    for (const name of names) {
      const own = searchAtOnce(index, name.text, 0.8).find((found) => index.entries[index.entryOf[found.name] ?? -1]?.id === id)
      expect(own?.score ?? 0, name.text).toBeGreaterThan(0.999)
    }
  }
}

test.each(lists)('every name on the list %s is found exactly', (_, parse, text) => {
  const { entries } = entriesOf(parse, text)
  expect(entries.length).toBeGreaterThan(60)
  expectEveryNameFound(entries)
})

/**
 * Real lists, which are not part of this project. To run these tests, put the lists into a folder and name it:
 * `SANCTIONS_RECORDINGS=/a/folder npx vitest run goods/screening/sanctions/names/listed-names.test.ts`. The UN's is whole; OFAC's are cut
 * to a few entries.
 */
const folder = process.env['SANCTIONS_RECORDINGS'] ?? ''
const recordings: readonly (readonly [file: string, ParseList, minEntries: number])[] = [
  ['un-consolidated-2026-02.xml', parseUn, 1_000],
  ['ofac-sdn-sample-2020.xml', parseOfac, 1],
  ['ofac-consolidated-sample-2015.xml', parseOfac, 1],
]

describe.each(recordings)('the real list %s', (file, parse, minEntries) => {
  const path = join(folder, file)
  test.skipIf(folder === '' || !existsSync(path))('is read without losing a row, and every alias on it is found exactly', () => {
    const text = readFileSync(path, 'utf8')
    // Cut samples still announce the entries of the whole.
    const count = text.match(/<sdnEntry>/g)?.length ?? 0
    const { entries, rejectedRows } = entriesOf(parse, text.replace(/(<Record_Count>)\d+/, `$1${count}`))
    expect(entries.length).toBeGreaterThanOrEqual(minEntries)
    expect(rejectedRows).toBe(0)
    expectEveryNameFound(entries)
  })
})
