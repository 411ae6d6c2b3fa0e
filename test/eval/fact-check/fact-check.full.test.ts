import { expect, test } from 'vitest'
import { ownKnowledge } from '../../../goods/text/fact-check/knowledge.ts'
import { measurePlanted, type PlantedRow } from './measure-planted.ts'

const row = (rows: readonly PlantedRow[], what: string) =>
  rows.find((one) => one.what === what) ?? { what, n: 0, contradicted: Number.NaN, supported: Number.NaN }

test('planted contradictions are caught, copies and paraphrases are not called contradicted', async () => {
  const rows = await measurePlanted(null, ownKnowledge())
  expect(row(rows, 'all planted').n).toBeGreaterThan(500)
  expect(row(rows, 'all planted').contradicted).toBeGreaterThanOrEqual(0.95)
  expect(row(rows, 'copies').contradicted).toBeLessThan(0.05)
  expect(row(rows, 'all paraphrases').n).toBeGreaterThan(200)
  expect(row(rows, 'all paraphrases').contradicted).toBeLessThan(0.12)
})
