import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'
import { UpstreamGarbage } from './upstream-errors.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

function reasonOf(text: string | Uint8Array): string {
  try {
    parseJson(typeof text === 'string' ? bytes(text) : text)
    return 'parsed'
  } catch (error) {
    return error instanceof UpstreamGarbage ? error.reason : 'something else'
  }
}

test('reads back what JSON.stringify writes, with any brackets and quotes in its strings', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 10 }), (value) => {
      expect(parseJson(bytes(JSON.stringify(value)))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
  expect(parseJson(bytes(`{"a":"${'['.repeat(500)}\\"{"}`))).toEqual({ a: `${'['.repeat(500)}"{` })
})

test('depth is measured before anything is built', () => {
  expect(reasonOf('['.repeat(32) + ']'.repeat(32))).toBe('parsed')
  expect(reasonOf('['.repeat(33) + ']'.repeat(33))).toBe('too_deep')
  expect(reasonOf('{"a":'.repeat(1_000_000))).toBe('too_deep')
})

test('bad UTF-8, NaN, HTML and empty text are not JSON', () => {
  expect(reasonOf(Uint8Array.of(0x22, 0xff, 0x22))).toBe('not_text')
  for (const text of ['NaN', '{"a":NaN}', '<html>', '', '{"a":1', '"unfinished\\']) expect(reasonOf(text)).toBe('not_json')
})
