import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Base64UrlJsonResult, decodeBase64UrlJson } from '../mpp/base64url-json.ts'
import { type Base64JsonResult, decodeBase64Json, encodeBase64Json } from './base64-json.ts'
import { anyJsonText } from './json-text.fixture.ts'
import { paymentPayload } from '../x402/payment.fixture.ts'
import { membersToRead, shortenJson } from './shorten-json.ts'
import { scanJson } from './scan-json.ts'
import { runsOf } from '../../../test/support/runs.ts'

const limits = { depth: 5, members: 24, characters: 100_000 }
const payment = { depth: 32, members: 1000 }
const read = membersToRead({ a: 'whole', b: { a: 'whole', b: { a: 'whole' } } })

type Value = Readonly<Record<string, unknown>>

/** Every member is read. */
const whole = (text: string) => shortenJson(Buffer.from(text), limits, null)

/** The verdict of JSON.parse and `scanJson` alone; the two readers name a bare string differently. */
function carefully(text: string, bareString: 'not_json' | 'not_object') {
  const value = parsed(text)
  if (typeof value === 'string') return { fault: bareString }
  if (value === undefined) return { fault: 'not_json' }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { fault: 'not_object' }
  return scanJson(text, limits) ?? { value: value as Value }
}

function verdict(decoded: Base64JsonResult | Base64UrlJsonResult) {
  if (decoded.ok) return { value: decoded.value }
  const { fault } = decoded
  if (fault === 'duplicate_key' || fault === 'forbidden_key') return { fault, key: decoded.key }
  return { fault: fault === 'nested_base64' ? 'not_json' : fault }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

describe('shortened JSON', () => {
  test('changes no verdict and no value that is read, for any text', () => {
    const seen = new Map<string, number>()
    fc.assert(
      fc.property(anyJsonText, (text) => {
        const bytes = Buffer.from(text)
        const way = whole(text) === null ? 'left to JSON.parse and scanJson' : 'decided in one pass'
        const expected = carefully(text, 'not_object')
        if (way === 'decided in one pass') {
          expect(whole(text)).toBe(text)
          expect(expected).not.toHaveProperty('fault')
        }
        expect(verdict(decodeBase64UrlJson(bytes.toString('base64url'), limits))).toEqual(expected)
        const expectedOfBase64 = carefully(text, 'not_json')
        expect(verdict(decodeBase64Json(bytes.toString('base64'), limits))).toEqual(expectedOfBase64)
        const short = verdict(decodeBase64Json(bytes.toString('base64'), limits, read))
        if (short.value === undefined || !('value' in expectedOfBase64)) expect(short).toEqual(expectedOfBase64)
        else expect(whatIsRead(short.value)).toEqual(whatIsRead(expectedOfBase64.value))
        const kind = 'fault' in expected ? String(expected.fault) : way
        seen.set(kind, (seen.get(kind) ?? 0) + 1)
      }),
      { numRuns: runsOf(20_000) },
    )
    const kinds = ['not_json', 'not_object', 'duplicate_key', 'forbidden_key', 'too_deep', 'too_many_members']
    for (const kind of ['decided in one pass', 'left to JSON.parse and scanJson', ...kinds])
      expect(seen.get(kind), kind).toBeGreaterThan(runsOf(50))
  })

  test('cuts out only members that are not read', () => {
    let shorter = 0
    fc.assert(
      fc.property(anyJsonText, (text) => {
        const rest = shortenJson(Buffer.from(text), limits, read)
        expect(rest === null).toBe(whole(text) === null)
        if (rest === null) return
        if (rest !== text) shorter++
        expect(whatIsRead(parsed(rest))).toEqual(whatIsRead(parsed(text)))
      }),
      { numRuns: runsOf(10_000) },
    )
    expect(shorter).toBeGreaterThan(runsOf(1000))
  })

  test('decides on everything that clients write', () => {
    const name = fc.string({ maxLength: 8 }).filter((text) => !/["\\]|^(?:__proto__|constructor|prototype)$/.test(text))
    const tree = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), tie('object'), tie('list')),
      object: fc.dictionary(name, tie('value'), { maxKeys: 4 }),
      list: fc.array(tie('value'), { maxLength: 4 }),
    }))
    fc.assert(
      fc.property(fc.oneof(tree.object, fc.constant(paymentPayload())), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(shortenJson(Buffer.from(text), { depth: 32, members: 5000 }, null)).toBe(text)
      }),
    )
  })

  test('never mixes up two names of one hash', () => {
    // These two have one hash.
    expect(whole('{"Aa":1}')).not.toBeNull()
    expect(whole('{"Aa":1,"BB":2}')).toBeNull()
    expect(decodeBase64Json(encodeBase64Json({ Aa: 1, BB: 2 }), limits)).toMatchObject({ ok: true, value: { Aa: 1, BB: 2 } })
    const readAa = membersToRead({ Aa: { x: 'whole' } })
    expect(shortenJson(Buffer.from('{"BB":{"x":1,"y":2},"b":3}'), limits, readAa)).toBe('{"BB":{"x":1,"y":0},"b":0}')
  })

  test('keeps a member that is read after any number of members that are not', () => {
    const unread = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`unread ${at}`, [at]]))
    const rest = shortenJson(Buffer.from(JSON.stringify({ ...unread, a: { b: ['é'] } })), payment, read)
    expect(parsed(rest ?? '')).toMatchObject({ 'unread 0': 0, 'unread 39': [39], a: { b: ['é'] } })
  })

  test('never reads beyond the end of the text', () => {
    const text = JSON.stringify({ ...paymentPayload(), words: [true, false, null, -1.5, 'é\u{1F600}\ud800'] })
    const whole = Buffer.from(text)
    for (let length = 0; length < whole.length; length++) expect(shortenJson(whole.subarray(0, length), payment, null)).toBeNull()
    expect(shortenJson(whole, payment, null)).toBe(text)
  })
})

/** The names in a value, and the values of the members of `read`. */
function whatIsRead(value: unknown) {
  const { b } = value as Value
  const inner = isObject(b) ? b.b : undefined
  return {
    names: Object.keys(value as Value),
    a: (value as Value).a,
    b: isObject(b) ? { names: Object.keys(b), a: b.a, b: isObject(inner) ? { names: Object.keys(inner), a: inner.a } : inner } : b,
  }
}

function isObject(value: unknown): value is Value {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
