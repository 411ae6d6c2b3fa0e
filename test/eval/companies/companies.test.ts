import { expect, test } from 'vitest'
import { judgeCompanies } from './evaluate.ts'

test('company names are judged as labelled, and no different companies become one', () => {
  const { judged, count } = judgeCompanies()
  expect(judged.length).toBeGreaterThanOrEqual(150)
  expect(new Set(judged.map(({ language }) => language)).size).toBeGreaterThanOrEqual(12)
  expect([count('different', 'same'), count('similar', 'same')]).toEqual([0, 0])
  expect(judged.filter(({ label, verdict }) => label === verdict).length / judged.length).toBeGreaterThan(0.93)
})
