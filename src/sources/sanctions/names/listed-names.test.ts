import { expect, test } from 'vitest'
import { euCsv } from '../../../../sandbox/upstreams/sanctions/eu.ts'
import { ofacXml } from '../../../../sandbox/upstreams/sanctions/ofac.ts'
import { ukCsv } from '../../../../sandbox/upstreams/sanctions/uk.ts'
import { unXml } from '../../../../sandbox/upstreams/sanctions/un.ts'
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

function entriesOf(parse: ParseList, text: string): ListedEntry[] {
  const entries: ListedEntry[] = []
  const steps = parse([Buffer.from(text)])
  for (let step = steps.next(); step.done !== true; step = steps.next()) if (step.value) entries.push(step.value)
  return entries
}

test.each(lists)('every name on the list %s is found exactly', (_, parse, text) => {
  const entries = entriesOf(parse, text)
  const builder = createIndexBuilder()
  for (const entry of entries) builder.add('list', 1, entry)
  const steps = builder.finish()
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  const index = step.value
  expect(index.entryOf.length).toBeGreaterThan(60)
  for (const { id, names } of entries) {
    for (const name of names) {
      const own = searchAtOnce(index, name.text, 0.8).find((found) => index.entries[index.entryOf[found.name] ?? -1]?.id === id)
      expect(own?.score ?? 0, name.text).toBeGreaterThan(0.999)
    }
  }
})
