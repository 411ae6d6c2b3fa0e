import { decodePaymentSignatureHeader, encodePaymentSignatureHeader } from '@x402/core/http'
import { PaymentPayloadV2Schema } from '@x402/core/schemas'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import type { Problem } from '../../shared/problems.ts'
import { sha256 } from '../../shared/sha256.ts'
import { decodePaymentSignature } from './decode-payment.ts'
import { encodePaymentSignature } from './encode-payment.ts'
import { anyAuthorization, anyRequirement, header, paymentPayload, withMember } from './payment.fixture.ts'

function credentialOf(value: string) {
  const decoded = decodePaymentSignature(value)
  if (!decoded.ok) throw decoded.problem
  return decoded.credential
}
function problemOf(value: string): Problem {
  const decoded = decodePaymentSignature(value)
  if (decoded.ok) throw new Error('was taken')
  return decoded.problem
}

describe('a well-formed payment', () => {
  test('is read with addresses in lower case', () => {
    const value = header(paymentPayload())
    expect(credentialOf(value)).toEqual({
      protocol: 'x402',
      hash: sha256(Buffer.from(value, 'base64')),
      proof: {
        kind: 'authorization',
        network: 'eip155:8453',
        asset: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
        authorization: {
          from: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
          to: '0x209693bc6afc0c5328ba36faf03c514ef312287c',
          value: 7500n,
          validAfter: 0n,
          validBefore: 1_795_230_481n,
          nonce: `0x${'5e'.repeat(32)}`,
          signature: `0x${'2d'.repeat(32)}${'1f'.repeat(32)}1c`,
        },
      },
      accepted: {
        payTo: '0x209693bc6afc0c5328ba36faf03c514ef312287c',
        amount: 7500n,
        maxTimeoutSeconds: 300,
        extra: { name: 'USD Coin', version: '2' },
      },
      paymentIdentifier: null,
    })
  })

  test('from our encoder is read as it was signed, by us and by the official decoder', () => {
    fc.assert(
      fc.property(anyRequirement, anyAuthorization, (raw, authorization) => {
        const resource = { url: 'https://example.com/x' }
        const value = encodePaymentSignature({ required: { resource, extensions: {} }, accepted: { raw }, authorization })
        const credential = credentialOf(value)
        expect(credential.proof).toEqual({ kind: 'authorization', network: raw.network, asset: raw.asset, authorization })
        expect(credential.accepted).toEqual({
          payTo: raw.payTo,
          amount: BigInt(raw.amount),
          maxTimeoutSeconds: raw.maxTimeoutSeconds,
          extra: raw.extra,
        })
        const official = decodePaymentSignatureHeader(value)
        expect(PaymentPayloadV2Schema.parse(official)).toMatchObject({ accepted: raw, resource })
        expect(encodePaymentSignatureHeader(official)).toBe(value)
      }),
      { numRuns: runsOf(200) },
    )
  })

  test('may lack padding, as for the official decoder', () => {
    for (const padding of ['', ' ', '  ']) {
      const json = JSON.stringify(paymentPayload()) + padding
      expect(credentialOf(header(json).replace(/=+$/, '')).proof.authorization.value).toBe(7500n)
    }
  })

  test('may have a signature of any length, which stays unchanged, since only the wallet can judge it', () => {
    for (const digits of ['', '11', '2d'.repeat(64), `${'2d'.repeat(64)}00`, `${'2d'.repeat(64)}1b`, '2d'.repeat(2000)]) {
      expect(credentialOf(header(withMember('payload.signature', `0x${digits}`))).proof.authorization.signature).toBe(`0x${digits}`)
    }
  })

  test('may hold members that we do not know', () => {
    const value = header({ ...withMember('accepted.outputSchema', { type: 'object' }), future: [1, 2, { three: null }] })
    expect(credentialOf(value).proof.authorization.value).toBe(7500n)
  })

  test('may leave out resource, extra and extensions', () => {
    for (const path of ['resource', 'accepted.extra', 'extensions']) {
      expect(credentialOf(header(withMember(path, undefined))).proof.authorization.value).toBe(7500n)
    }
  })

  test('of the same bytes has the same hash, however it was padded', () => {
    const value = header(`${JSON.stringify(paymentPayload())} `)
    expect(credentialOf(value.replace(/=+$/, '')).hash).toBe(credentialOf(value).hash)
  })
})

describe('the payment identifier', () => {
  const path = 'extensions.payment-identifier'

  test('is read where a client put one', () => {
    const id = 'pay_7d5d747be160e280504c099d984bcfe0'
    expect(credentialOf(header(withMember(path, { info: { required: false, id }, schema: {} }))).paymentIdentifier).toBe(id)
  })

  test('is null where the extension is only echoed', () => {
    expect(credentialOf(header(withMember(path, { info: { required: false } }))).paymentIdentifier).toBeNull()
  })

  test.each(['short', 'x'.repeat(129), 'sixteen chars no!', 'ümlaut-and-16-more', 42, { a: 1 }])('%j is malformed', (id) => {
    const problem = problemOf(header(withMember(path, { info: { id } })))
    expect(problem).toMatchObject({ code: 'malformed_payment', options: { field: 'extensions.payment-identifier.info.id' } })
  })
})

describe('a malformed member is named', () => {
  const cases: [string, unknown][] = [
    ['x402Version', 1],
    ['x402Version', '2'],
    ['accepted', undefined],
    ['accepted', []],
    ['accepted.scheme', 'upto'],
    ['accepted.scheme', undefined],
    ['accepted.network', 'base'],
    ['accepted.network', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    ['accepted.network', 8453],
    ['accepted.amount', 7500],
    ['accepted.amount', '0.0075'],
    ['accepted.amount', '-1'],
    ['accepted.amount', '0x1d4c'],
    ['accepted.amount', '7e3'],
    ['accepted.amount', ' 7500'],
    ['accepted.amount', '07500'],
    ['accepted.asset', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA0291'],
    ['accepted.payTo', 'vitalik.eth'],
    ['accepted.maxTimeoutSeconds', '300'],
    ['accepted.maxTimeoutSeconds', 0],
    ['accepted.maxTimeoutSeconds', 1.5],
    ['accepted.extra', 'USD Coin'],
    ['payload', null],
    ['payload.signature', undefined],
    ['payload.signature', `0x${'11'.repeat(64)}1`],
    ['payload.signature', '11'.repeat(65)],
    ['payload.authorization', 'x'],
    ['payload.authorization.from', undefined],
    ['payload.authorization.to', `0x${'zz'.repeat(20)}`],
    ['payload.authorization.value', 7500],
    ['payload.authorization.value', String(1n << 256n)],
    ['payload.authorization.value', '9'.repeat(500)],
    ['payload.authorization.validAfter', 0],
    ['payload.authorization.validBefore', 1_795_230_481],
    ['payload.authorization.validBefore', null],
    ['payload.authorization.nonce', '0x01'],
    ['payload.authorization.nonce', 1],
    ['extensions', 'none'],
  ]
  test.each(cases)('%s of %j', (field, value) => {
    const problem = problemOf(header(withMember(field, value)))
    expect(problem).toMatchObject({ code: 'malformed_payment', options: { field } })
    expect(problem.options.expected).toBeTruthy()
    expect(problem.message).toContain(field)
    expect(problem.message.length).toBeLessThan(400)
  })

  test('and the problem says which version is supported', () => {
    expect(problemOf(header(withMember('x402Version', 1))).message).toContain('takes x402 version 2')
  })

  test('and the problem says that Permit2 is not supported', () => {
    expect(problemOf(header(withMember('payload.permit2Authorization', {}))).message).toContain('Permit2 is not supported')
  })
})

describe('a header that is not a payment', () => {
  const json = JSON.stringify(paymentPayload())
  // 0xfb 0xff encode to + and /, which URL-safe base64 writes as - and _.
  const urlSafe = Buffer.from(json.replace('Market', 'ÿûÿ¾ü?>?>'), 'utf8').toString('base64url')

  const cases: [string, string, string][] = [
    ['an empty value', '', 'empty'],
    ['JSON as it is', json, 'raw_json'],
    ['URL-safe base64', urlSafe, 'url_safe'],
    ['words', 'not base64 at all!', 'not_base64'],
    ['base64 that breaks off', 'eyJ4N', 'not_base64'],
    ['padding that does not fit', 'eyJ4==', 'not_base64'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]).toString('base64'), 'not_utf8'],
    ['text that is no JSON', header('{"x402Version":2,'), 'not_json'],
    ['a list', header('[1]'), 'not_object'],
    ['null', header('null'), 'not_object'],
    ['a number', header('2'), 'not_object'],
    ['base64 of base64', header(header(paymentPayload())), 'nested_base64'],
    ['base64 of a JSON string of base64', header(JSON.stringify(header(paymentPayload()))), 'nested_base64'],
    ['JSON that is too deep', header(`{"a":${'['.repeat(40)}${']'.repeat(40)}}`), 'too_deep'],
    ['JSON of too many members', header(`{"a":[${'1,'.repeat(1500)}1]}`), 'too_many_members'],
    ['a member twice', header(json.replace('"value":"7500"', '"value":"1","value":"7500"')), 'duplicate_key'],
    ['a member twice, once in escapes', header(json.replace('"value":"7500"', '"v\\u0061lue":"1","value":"7500"')), 'duplicate_key'],
    ['__proto__', header(json.replace('"extensions":{}', '"__proto__":{"payload":{}}')), 'forbidden_key'],
    ['__proto__ in escapes', header(json.replace('"extensions":{}', '"\\u005f_proto__":{"payload":{}}')), 'forbidden_key'],
    ['constructor', header(json.replace('"extensions":{}', '"extensions":{"constructor":{"prototype":{}}}')), 'forbidden_key'],
    ['prototype', header(json.replace('"extensions":{}', '"extensions":{"prototype":1}')), 'forbidden_key'],
  ]
  test.each(cases)('%s', (_, value, fault) => {
    const problem = problemOf(value)
    expect(problem).toMatchObject({ code: 'malformed_payment', status: 400, options: { field: 'PAYMENT-SIGNATURE', extra: { fault } } })
  })

  test('a value beyond 8 KB is not decoded', () => {
    const long = { ...paymentPayload(), padding: 'x'.repeat(9000) }
    expect(problemOf(header(long))).toMatchObject({ code: 'header_too_large', status: 431 })
    expect(problemOf('A'.repeat(5_000_000)).code).toBe('header_too_large')
  })

  test('leaves prototypes unchanged', () => {
    problemOf(header('{"__proto__":{"polluted":true}}'))
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})
