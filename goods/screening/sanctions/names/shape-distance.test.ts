import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { isWithin } from './shape-distance.ts'

/** Levenshtein's distance, as textbooks have it. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1]
    for (const [column, against] of [...other].entries())
      next.push(Math.min((row[column] ?? 0) + (letter === against ? 0 : 1), (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    row = next
  }
  return row[other.length] ?? 0
}

test('says the same as the whole distance, for any shapes and any number of changes', () => {
  const shape = fc.string({ unit: fc.constantFrom('b', 'd', 'g', 's'), maxLength: 80 })
  const changed = fc.tuple(shape, fc.array(fc.tuple(fc.nat(80), fc.constantFrom('', 'b', 'dg')), { maxLength: 12 })).map(([one, edits]) => {
    const other = edits.reduce((text, [at, put]) => text.slice(0, at) + put + text.slice(at + 1), one)
    return [one, other.slice(0, 80)] as const
  })
  fc.assert(
    fc.property(fc.oneof(changed, fc.tuple(shape, shape)), fc.nat(20), ([one, other], changes) => {
      expect(isWithin(one, other, changes)).toBe(distance(one, other) <= changes)
    }),
    { numRuns: runsOf(3_000) },
  )
})
