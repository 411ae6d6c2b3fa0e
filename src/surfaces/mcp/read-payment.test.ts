import { Challenge, Credential } from 'mppx'
import { describe, expect, test } from 'vitest'
import { readCredential } from '../../payments/read-credential.ts'
import { wireCredential } from '../../payments/mpp/mpp.fixture.ts'
import { header, paymentPayload } from '../../payments/x402/payment.fixture.ts'
import { readPayment } from './read-payment.ts'

const read = (meta: Record<string, unknown>, headers: Record<string, string> = {}) =>
  readPayment(meta, new Headers(headers), readCredential)
const fromHeaders = (headers: Record<string, string>) => readCredential(new Headers(headers))

const otherPayload = { ...paymentPayload(), resource: { url: 'https://example.com/other' } }

const challenge = Challenge.from({
  id: 'an-id',
  realm: 'api.example.com',
  method: 'evm',
  intent: 'charge',
  request: { recipient: '0xAb', amount: '7500', methodDetails: { decimals: 6, chainId: 8453, credentialTypes: ['authorization'] } },
  expires: '2030-01-01T00:00:00Z',
  description: 'Market price – ‘quoted’',
  opaque: 'eyJuIjoiMSJ9',
})
const hash = `0x${'ab'.repeat(32)}` as const
const credential = Credential.from({
  challenge,
  payload: { type: 'hash', hash },
  source: `did:pkh:eip155:8453:0x${'cd'.repeat(20)}`,
})

describe('a payment in _meta', () => {
  test('by x402 is read as the same payment as in a header, as an object or as base64', () => {
    const payment = paymentPayload()
    const expected = fromHeaders({ 'PAYMENT-SIGNATURE': header(payment) })
    expect(expected.kind).toBe('credential')
    expect(read({ 'x402/payment': payment })).toEqual(expected)
    expect(read({ 'x402/payment': header(payment) })).toEqual(expected)
    expect(read({}, { 'PAYMENT-SIGNATURE': header(payment) })).toEqual(expected)
  })

  test('by MPP is read as the same payment that mppx sends over HTTP, as an object or as its token', () => {
    const authorization = Credential.serialize(credential)
    const expected = fromHeaders({ Authorization: authorization })
    expect(expected.kind).toBe('credential')
    const native = Credential.deserialize(authorization)
    expect(read({ 'org.paymentauth/credential': native })).toEqual(expected)
    expect(read({ 'org.paymentauth/credential': JSON.parse(JSON.stringify(native)) })).toEqual(expected)
    expect(read({ 'org.paymentauth/credential': authorization })).toEqual(expected)
    // A client in between may have reordered the members: the id covers their canonical form.
    const request = Object.fromEntries(Object.entries(native.challenge.request).toReversed())
    const turned = { ...native, challenge: { ...native.challenge, request } }
    expect(Object.keys(request)).not.toEqual(Object.keys(native.challenge.request))
    expect(read({ 'org.paymentauth/credential': turned })).toEqual(expected)
    expect(read({ 'org.paymentauth/credential': native }, { Authorization: 'Bearer key' })).toEqual(expected)
  })

  test('that is null or under another name is no payment', () => {
    expect(read({ 'x402/payment': null, 'org.paymentauth/credential': null, 'x402/payment-response': {} })).toEqual({ kind: 'none' })
    expect(read(JSON.parse('{"__proto__":{"x402/payment":{}}}') as Record<string, unknown>)).toEqual({ kind: 'none' })
  })
})

describe('a payment that cannot be read', () => {
  test('is reported by the name under which it was sent', () => {
    expect(read({ 'x402/payment': 5 })).toMatchObject({
      refusal: { code: 'malformed_payment', options: { field: '_meta["x402/payment"]' } },
    })
    expect(read({ 'x402/payment': '%%%' })).toMatchObject({ refusal: { message: '_meta["x402/payment"] is not standard base64.' } })
    expect(read({ 'x402/payment': { padding: 'x'.repeat(9_000) } })).toMatchObject({
      refusal: { code: 'header_too_large', message: '_meta["x402/payment"] is longer than 8192 characters.' },
    })
    expect(read({ 'org.paymentauth/credential': [] })).toMatchObject({ refusal: { code: 'malformed_payment' } })
    expect(read({ 'org.paymentauth/credential': { challenge: 'x' } })).toMatchObject({
      kind: 'refused',
      refusal: { code: 'malformed_credential' },
    })
    expect(read({}, { 'PAYMENT-SIGNATURE': '%%%' })).toMatchObject({ refusal: { message: 'PAYMENT-SIGNATURE is not standard base64.' } })
  })

  test.each([
    ['two in _meta', { 'x402/payment': paymentPayload(), 'org.paymentauth/credential': credential }, {}],
    ['one in _meta, another in its header', { 'x402/payment': paymentPayload() }, { 'PAYMENT-SIGNATURE': header(otherPayload) }],
    ['one in _meta, another in a header', { 'x402/payment': paymentPayload() }, { Authorization: 'Payment abc' }],
    ['MPP in _meta and in Authorization', { 'org.paymentauth/credential': credential }, { Authorization: 'Payment abc' }],
  ])('is %s: one of them would be passed over', (_, meta, headers) => {
    expect(read(meta, headers as Record<string, string>)).toMatchObject({ refusal: { code: 'several_payments' } })
  })

  test('is not: the same in _meta and in its header is one payment', () => {
    expect(read({ 'x402/payment': paymentPayload() }, { 'PAYMENT-SIGNATURE': header(paymentPayload()) })).toMatchObject({
      kind: 'credential',
    })
    const text = Buffer.from(JSON.stringify(wireCredential())).toString('base64url')
    expect(read({ 'org.paymentauth/credential': text }, { Authorization: `Payment ${text}` })).toMatchObject({ kind: 'credential' })
  })
})
