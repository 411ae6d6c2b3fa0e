import { expect, test } from 'vitest'
import { runLimited, TookTooLong } from './run-limited.ts'

test('the result of a short run is returned, and its error thrown', () => {
  expect(runLimited(() => 42, 1_000)).toBe(42)
  expect(() =>
    runLimited(() => {
      throw new RangeError('too deep')
    }, 1_000),
  ).toThrow(RangeError)
})

test.each([
  [
    'loop',
    () => {
      for (;;);
    },
  ],
  ['regular expression', () => /^(a+)+$/.test(`${'a'.repeat(60)}!`)],
])('an endless %s is ended, and the next run works', (_, endless) => {
  expect(() => runLimited(endless as () => unknown, 50)).toThrow(TookTooLong)
  expect(runLimited(() => 'fine', 1_000)).toBe('fine')
})
