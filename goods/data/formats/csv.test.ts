import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCsv } from './csv.ts'

describe('CSV', () => {
  test.each([
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,\n,b\n',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['a,', [['a', '']]],
    ['"a,b","c ""d""","e\nf"\n', [['a,b', 'c "d"', 'e\nf']]],
    ['\uFEFFa\n', [['a']]],
    ['', []],
  ])('%j', (text, rows) => {
    expect(parseCsv(text)).toEqual(rows)
  })

  test.each(['"open', '"a"b,c', 'a"b,c'])('%j is refused', (text) => {
    expect(() => parseCsv(text)).toThrow('wrong_shape')
  })

  test('reads back what was written', () => {
    const field = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', 'é', '1') })
    const rows = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 5 })
    const write = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
    fc.assert(
      fc.property(rows, fc.constantFrom('\n', '\r\n'), fc.boolean(), (given, lineEnd, closed) => {
        const text = given.map((row) => row.map(write).join(',')).join(lineEnd) + (closed && given.length > 0 ? lineEnd : '')
        expect(parseCsv(text)).toEqual(given)
      }),
    )
  })
})
