import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { decodeBase64Json, encodeBase64Json } from './base64-json.ts'

const limits = { characters: 100_000, depth: 32, members: 10_000 }
const anyObject = fc
  .dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 4 }), { maxKeys: 6 })
  .map((value) => JSON.stringify(value))
  .filter((text) => !/"(?:__proto__|constructor|prototype)":/.test(text))

test('any object is decoded to the same value, with or without padding', () => {
  fc.assert(
    fc.property(anyObject, (text) => {
      const header = encodeBase64Json(JSON.parse(text))
      const value: unknown = JSON.parse(text)
      expect(decodeBase64Json(header, limits)).toMatchObject({ ok: true, value })
      expect(decodeBase64Json(header.replace(/=+$/, ''), limits)).toMatchObject({ ok: true, value })
    }),
  )
})

test('accepts exactly standard base64', () => {
  const standard = /^[A-Za-z0-9+/]+={0,2}$/
  const anyText = fc.string({ unit: fc.constantFrom(...'QWxh07+/=-_ \n.é', 'ł', '\u{1F600}', '\ud800'), maxLength: 12 })
  fc.assert(
    fc.property(anyText, (text) => {
      const padding = /=*$/.exec(text)![0].length
      const whole = padding > 0 ? text.length % 4 === 0 : text.length % 4 !== 1
      const result = decodeBase64Json(text, limits)
      const refused = !result.ok && ['empty', 'url_safe', 'not_base64', 'raw_json'].includes(result.fault)
      expect(refused).toBe(!(standard.test(text) && whole))
    }),
    { numRuns: runsOf(5_000) },
  )
})

test('anything but an object is named for what it is', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const faults = [
    ['', 'empty'],
    ['{"a":1}', 'raw_json'],
    [Buffer.from('{"a":"???>>>"}').toString('base64url'), 'url_safe'],
    ['%', 'not_base64'],
    ['AAAAA', 'not_base64'],
    [Buffer.from([0x7b, 0xff]).toString('base64'), 'not_utf8'],
    [base64('{'), 'not_json'],
    [base64('[]'), 'not_object'],
    [base64('null'), 'not_object'],
    [base64(base64('{"a":1}')), 'nested_base64'],
    ['A'.repeat(100_001), 'too_long'],
  ] as const
  for (const [text, fault] of faults) expect(decodeBase64Json(text, limits)).toMatchObject({ ok: false, fault })
})
