import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { decodeBase64UrlJson, encodeInOrder } from './base64url-json.ts'

const limits = { characters: 100_000, depth: 32, members: 10_000 }

test('accepts exactly base64url without padding, and names any other form', () => {
  const anyText = fc.string({ unit: fc.constantFrom(...'QWxh07+/=-_ \n.é', 'ł', '\u{1F600}', '\ud800'), minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(anyText, (text) => {
      const result = decodeBase64UrlJson(text, limits)
      const fault = result.ok ? null : result.fault
      if (/^[A-Za-z0-9_-]+$/.test(text) && text.length % 4 !== 1) expect(['not_utf8', 'not_json', 'not_object']).toContain(fault)
      else if (/^[A-Za-z0-9_-]+={1,2}$/.test(text)) expect(fault).toBe('padded')
      else if (/^[A-Za-z0-9+/_-]+={0,2}$/.test(text) && /[+/]/.test(text)) expect(fault).toBe('standard_base64')
      else expect(fault).toBe('not_base64')
    }),
    { numRuns: runsOf(5_000) },
  )
})

test('accepts a last digit whose unused bits are set', () => {
  // The last digit of 7 bytes holds 2 bits.
  const text = encodeInOrder({ a: 1 })
  expect(text.at(-1)).toBe('Q')
  expect(decodeBase64UrlJson(`${text.slice(0, -1)}R`, limits)).toMatchObject({ ok: true, value: { a: 1 } })
})
