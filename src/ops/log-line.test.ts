import { expect, test } from 'vitest'
import { formatLogLine } from './log-line.ts'

const lineOf = (fields: object) => formatLogLine(JSON.stringify({ level: 'info', time: '2026-01-02T03:04:05.678Z', ...fields }))
/** Without the colours of the level, which are ours. */
const bodyOf = (fields: object) => lineOf(fields).slice('03:04:05.678 \u001b[32minfo \u001b[0m '.length)

test('a line has the time, the message and the fields', () => {
  expect(lineOf({ msg: 'sold', offer: 'a', words: 'two words', count: 3 })).toBe(
    '03:04:05.678 \u001b[32minfo \u001b[0m sold offer=a words="two words" count=3\n',
  )
})

test.each([
  ['ESC', '\u001b[2J', '\\u001b[2J'],
  ['a bell', '\u0007', '\\u0007'],
  ['a carriage return', '\r', '\\u000d'],
  ['DEL', '\u007f', '\\u007f'],
  ['the CSI of C1', '\u009b31m', '\\u009b31m'],
  ['a change of direction', '\u202e', '\\u202e'],
  ['an isolate', '\u2066', '\\u2066'],
  ['a character without width', '\u200b', '\\u200b'],
  ['a line separator', '\u2028', '\\u2028'],
  ['a tag', '\u{e0041}', '\\ue0041'],
  ['a line end', 'a\nb', 'a\\nb'],
])('%s is written as text', (_, raw, written) => {
  expect(bodyOf({ msg: `x${raw}y` })).toBe(`x${written}y\n`)
  // A value with a space is quoted, as JSON, which writes some of them in short.
  for (const value of [raw, `two ${raw}`, [raw], { [raw]: raw }]) {
    expect(bodyOf({ msg: 'm', value, [`name${raw}`]: 1 })).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029](?!$)/u)
  }
  expect(bodyOf({ msg: 'm', err: { stack: `Error: ${raw}` } }).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u)
})

test('a trace keeps its lines, and other scripts stay as they are', () => {
  expect(bodyOf({ msg: 'größer 你好 مرحبا 😀', err: { stack: 'Error: a\n    at b' } })).toBe(
    'größer 你好 مرحبا 😀\n  Error: a\n      at b\n',
  )
})

test('a line that is not JSON is escaped too', () => {
  expect(formatLogLine('no \u001b[31m JSON\n')).toBe('no \\u001b[31m JSON\n')
})
