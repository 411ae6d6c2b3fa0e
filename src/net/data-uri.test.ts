import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDataUri } from './data-uri.ts'

const read = (uri: string, maxBytes = 10_000) => {
  const { mediaType, bytes } = readDataUri(uri, maxBytes)
  return [mediaType, Buffer.from(bytes).toString()]
}

test('bytes survive encoding and decoding, in base64 and percent-encoded', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), fc.boolean(), (bytes, padded) => {
      const base64 = Buffer.from(bytes).toString('base64')
      const text = padded ? base64 : base64.replace(/=+$/, '')
      const percent = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
      for (const uri of [`data:application/json;base64,${text}`, `data:application/json,${percent}`])
        expect(Buffer.from(readDataUri(uri, 500).bytes)).toEqual(Buffer.from(bytes))
    }),
  )
})

describe('data', () => {
  test.each([
    ['data:,hello', 'text/plain', 'hello'],
    ['DATA:Application/JSON;Base64,e30=', 'application/json', '{}'],
    ['data:application/json;charset=utf-8;base64,e30', 'application/json', '{}'],
    ['data:application/json;base64,e30%3D', 'application/json', '{}'],
    ['data:application/json;utf8,{"a":"ü, 100%"}', 'application/json', '{"a":"ü, 100%"}'],
    ['data:application/json,%7B%22a%22%3A%22%C3%BC%22%7D', 'application/json', '{"a":"ü"}'],
    ['data:application/json,{"type":"eip-8004#registration-v1"}', 'application/json', '{"type":"eip-8004#registration-v1"}'],
    ['data:application/json,%zz%4', 'application/json', '%zz%4'],
    ['data:application/json;base64,', 'application/json', ''],
  ])('%s', (uri, mediaType, text) => {
    expect(read(uri)).toEqual([mediaType, text])
  })

  test.each([
    '',
    'data:',
    'data:application/json',
    'data:json,{}',
    'data:a b/c,x',
    'data:text/plain;base64,a',
    'data:;base64,e30=e30=',
    'data:;base64,e3 0=',
    'data:;base64,é',
    `data:text/plain;${'x'.repeat(300)},x`,
  ])('is not %s', (uri) => {
    expect(() => read(uri)).toThrow(expect.objectContaining({ reason: 'bad_data' }))
  })

  test('may be as long as the limit, in either encoding', () => {
    for (const [uri, reason] of [
      [`data:,${'x'.repeat(100)}`, null],
      [`data:,${'x'.repeat(101)}`, 'too_large'],
      [`data:,${'%41'.repeat(100)}`, null],
      [`data:,${'%41'.repeat(101)}`, 'too_large'],
      [`data:,${'ü'.repeat(51)}`, 'too_large'],
      [`data:;base64,${Buffer.alloc(100).toString('base64')}`, null],
      [`data:;base64,${Buffer.alloc(101).toString('base64')}`, 'too_large'],
    ] as const) {
      if (reason === null) expect(readDataUri(uri, 100).bytes).toHaveLength(100)
      else expect(() => readDataUri(uri, 100)).toThrow(expect.objectContaining({ reason }))
    }
  })
})
