import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Base64UrlJsonResult, decodeBase64UrlJson } from '../mpp/base64url-json.ts'
import { type Base64JsonResult, decodeBase64Json, encodeBase64Json } from './base64-json.ts'
import { anyJsonText } from './json-text.fixture.ts'
import { paymentPayload } from './payment.fixture.ts'
import { membersRead, plainJson } from './plain-json.ts'
import { scanJson } from './scan-json.ts'

const limits = { depth: 5, members: 24, characters: 100_000 }
const payment = { depth: 32, members: 1000 }
const read = membersRead({ a: 'whole', b: { a: 'whole', b: { a: 'whole' } } })

type Value = Readonly<Record<string, unknown>>

const plain = (text: string) => plainJson(Buffer.from(text), limits, null)

/** What JSON.parse and `scanJson` say alone; the two readers name a bare string differently. */
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

describe('the quick look at JSON', () => {
  test('changes no verdict and no value, whatever comes and however it is written', () => {
    const seen = new Map<string, number>()
    fc.assert(
      fc.property(anyJsonText, (text) => {
        const bytes = Buffer.from(text)
        const looks = plain(text) === null ? 'looked at twice' : 'looked at once'
        if (looks === 'looked at once') expect(plain(text)).toBe(text)
        const expected = carefully(text, 'not_object')
        expect(verdict(decodeBase64UrlJson(bytes.toString('base64url'), limits))).toEqual(expected)
        expect(verdict(decodeBase64Json(bytes.toString('base64'), limits))).toEqual(carefully(text, 'not_json'))
        const kind = 'fault' in expected ? String(expected.fault) : looks
        seen.set(kind, (seen.get(kind) ?? 0) + 1)
      }),
      { numRuns: 20_000 },
    )
    const kinds = ['not_json', 'not_object', 'duplicate_key', 'forbidden_key', 'too_deep', 'too_many_members']
    for (const kind of ['looked at once', 'looked at twice', ...kinds]) expect(seen.get(kind), kind).toBeGreaterThan(50)
  })

  test('leaves out only what is not read', () => {
    let shorter = 0
    fc.assert(
      fc.property(anyJsonText, (text) => {
        const rest = plainJson(Buffer.from(text), limits, read)
        expect(rest === null).toBe(plain(text) === null)
        if (rest === null) return
        if (rest !== text) shorter++
        expect(whatIsRead(parsed(rest))).toEqual(whatIsRead(parsed(text)))
      }),
      { numRuns: 10_000 },
    )
    expect(shorter).toBeGreaterThan(1000)
  })

  test('is enough for what clients write', () => {
    const name = fc.string({ maxLength: 8 }).filter((text) => !/["\\]|^(?:__proto__|constructor|prototype)$/.test(text))
    const tree = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), tie('object'), tie('list')),
      object: fc.dictionary(name, tie('value'), { maxKeys: 4 }),
      list: fc.array(tie('value'), { maxLength: 4 }),
    }))
    fc.assert(
      fc.property(fc.oneof(tree.object, fc.constant(paymentPayload())), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(plainJson(Buffer.from(text), { depth: 32, members: 5000 }, null)).toBe(text)
      }),
    )
  })

  test('takes no two names for one, and a stranger for no member that is read', () => {
    // These two have one hash.
    expect(plain('{"Aa":1}')).not.toBeNull()
    expect(plain('{"Aa":1,"BB":2}')).toBeNull()
    expect(decodeBase64Json(encodeBase64Json({ Aa: 1, BB: 2 }), limits)).toMatchObject({ ok: true, value: { Aa: 1, BB: 2 } })
    const readAa = membersRead({ Aa: { x: 'whole' } })
    expect(plainJson(Buffer.from('{"BB":{"x":1,"y":2},"b":3}'), limits, readAa)).toBe('{"BB":{"x":1,"y":0},"b":0}')
  })

  test('keeps what is read behind any number of members that are not', () => {
    const unread = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`unread ${at}`, [at]]))
    const rest = plainJson(Buffer.from(JSON.stringify({ ...unread, a: { b: ['é'] } })), payment, read)
    expect(parsed(rest ?? '')).toMatchObject({ 'unread 0': 0, 'unread 39': [39], a: { b: ['é'] } })
  })

  test('never looks beyond the end of what came', () => {
    const text = JSON.stringify({ ...paymentPayload(), words: [true, false, null, -1.5, 'é\u{1F600}\ud800'] })
    const whole = Buffer.from(text)
    for (let length = 0; length < whole.length; length++) expect(plainJson(whole.subarray(0, length), payment, null)).toBeNull()
    expect(plainJson(whole, payment, null)).toBe(text)
  })
})

/** The names in a value, and what stands at the members of `read` where there are such. */
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
