import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withOutcomes, type Outcome } from './conformance.ts'

const page = readFileSync('docs/conformance.md', 'utf8')
const rowsOf = (text: string) => text.split('\n').filter((line) => line.startsWith('| test '))
const outcome: Outcome = {
  what: 'test client',
  with: 'client 1.0',
  before: 'nothing paid',
  passed: 6,
  failed: 1,
  why: 'one network | of six',
}

test('a run adds rows to the page, and changes nothing else', () => {
  const written = withOutcomes(page, [outcome], '2026-01-02')
  expect(rowsOf(written)).toEqual(['| test client | client 1.0 | 2026-01-02 | nothing paid | 6 | 1 | one network \\| of six |'])
  expect(withOutcomes(page, [], '2026-01-02')).toBe(page)
})

test('a later run replaces what it tried again', () => {
  const first = withOutcomes(page, [outcome, { ...outcome, what: 'test suite' }], '2026-01-02')
  const later = withOutcomes(first, [{ ...outcome, with: 'client 2.0', failed: 0, why: '' }], '2026-03-04')
  expect(rowsOf(later)).toEqual([
    '| test client | client 2.0 | 2026-03-04 | nothing paid | 6 | 0 |  |',
    '| test suite | client 1.0 | 2026-01-02 | nothing paid | 6 | 1 | one network \\| of six |',
  ])
})

test('a page that lost the place of the rows is named', () => {
  expect(() => withOutcomes('# Another page', [outcome], '2026-01-02')).toThrow('docs/conformance.md has lost')
})
