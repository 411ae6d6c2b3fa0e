import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describedOffers } from './described-offers.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/what-it-knows.md'), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.slice(1, -1).split(' | '))
const idsOf = ([offers = '']: readonly string[]) => [...offers.matchAll(/`([^`]+)`/g)].map(([, id]) => id!)
const settings = {
  discovery: { freeCallsPerDay: 25, protocols: [], networks: [], playMoney: false },
}
const offers = new Map((await describedOffers(settings)).map((offer) => [offer.id, offer]))

test('every offer says what its answer rests on and what it cannot know', () => {
  const silent = [...offers.values()].filter(({ restsOn = '', cannotKnow = '' }) => restsOn.length < 4 || cannotKnow.length < 4)
  expect(silent.map(({ id }) => id)).toEqual([])
})

test('docs/what-it-knows.md describes offers once, and no other', () => {
  const described = rows.flatMap(idsOf)
  expect(described).toEqual([...new Set(described)])
  expect(described.filter((id) => !offers.has(id))).toEqual([])
})

/** Without the links of the page, and what they add in parentheses. */
function plain(cell = ''): string {
  return cell
    .replace(/ \(\[[^\]]*\]\([^)]*\)\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .trim()
}

test('each row says what the offer declares, and how fresh and how sure its answer is', () => {
  for (const row of rows) {
    expect(row, row[0]).toHaveLength(5)
    for (const cell of row) expect(cell.trim().length, row[0]).toBeGreaterThan(3)
    for (const id of idsOf(row)) {
      const { restsOn, cannotKnow } = offers.get(id) ?? {}
      expect([id, plain(row[1]), plain(row[4])]).toEqual([id, restsOn, cannotKnow])
    }
  }
})
