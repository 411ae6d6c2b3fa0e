import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describedOffers } from './described-offers.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/what-it-knows.md'), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.slice(1, -1).split(' | '))
const described = rows.flatMap(([offers = '']) => [...offers.matchAll(/`([^`]+)`/g)].map(([, id]) => id!))
const settings = {
  discovery: { freeCallsPerDay: 25, protocols: [], networks: [], playMoney: false },
  settlementFees: { basisPoints: 0n, fixedEurCents: 0n },
}
const offers = (await describedOffers(settings)).map(({ id }) => id)
test('docs/what-it-knows.md describes every offer once, and no other', () => {
  expect(described.toSorted()).toEqual(offers.toSorted())
})

test('each row says what an answer rests on, how fresh and how sure it is, and what it cannot know', () => {
  for (const row of rows) {
    expect(row, row[0]).toHaveLength(5)
    for (const cell of row) expect(cell.trim().length, row[0]).toBeGreaterThan(3)
  }
})
