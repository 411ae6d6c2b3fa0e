import { expect, test } from 'vitest'
import { isSameFamily } from './cwe-families.ts'
import { judge, tallies } from './measure.ts'
import { readTwins } from './read-cases.ts'
import { reviewByTaint } from './review-by-taint.ts'

const sets = readTwins()

test('there are twins of at least 25 weaknesses in Python and in JavaScript', () => {
  for (const name of ['twins-python', 'twins-javascript']) {
    const cases = sets.find((set) => set.name === name)?.cases ?? []
    expect(new Set(cases.map(({ cwe }) => cwe)).size).toBeGreaterThanOrEqual(25)
  }
})

test.each(sets)('$name: the vulnerable ones are found and the fixed ones are not', async (set) => {
  const verdicts = await judge(reviewByTaint, set)
  const all = tallies(verdicts ?? []).get('all')
  expect((all?.found ?? 0) / (all?.vulnerable ?? 1)).toBeGreaterThanOrEqual(0.95)
  expect((all?.falseAlarms ?? 0) / (all?.fixed ?? 1)).toBeLessThanOrEqual(0.03)
})

test('a twin has two different halves', () => {
  for (const { cases } of sets) for (const { id, vulnerable, fixed } of cases) expect(vulnerable?.trim() !== fixed?.trim(), id).toBe(true)
})

test('a weakness is of its own family, and of those that name the same thing', () => {
  expect(isSameFamily('CWE-89', 'CWE-89')).toBe(true)
  expect(isSameFamily('CWE-330', 'CWE-338')).toBe(true)
  expect(isSameFamily('CWE-89', 'CWE-79')).toBe(false)
})
