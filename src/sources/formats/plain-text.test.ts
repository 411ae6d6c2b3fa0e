import { expect, test } from 'vitest'
import { plainText, plainTextOf } from './plain-text.ts'

test('removes invisible characters, and joins lines', () => {
  expect(plainText(' a\u0000\u202eb\r\n\tc\u200b\ufeff \u2028d ', 100)).toBe('ab c d')
})

test('cuts a long text and marks it', () => {
  expect(plainText('abcdef', 6)).toBe('abcdef')
  expect(plainText('abcdefg', 6)).toBe('abcde…')
  expect(plainText('😀'.repeat(1_000), 3)).toBe('😀😀…')
  expect(plainText('x'.repeat(10_000_000), 3)).toBe('xx…')
})

test('as a schema it accepts strings only', () => {
  expect(plainTextOf(3).parse('abcd')).toBe('ab…')
  expect(plainTextOf(3).safeParse(7).success).toBe(false)
})
