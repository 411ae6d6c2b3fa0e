import { describe, expect, test } from 'vitest'
import { wireCredential } from './mpp/mpp.fixture.ts'
import { readCredential } from './read-credential.ts'
import { officialForm } from './x-payment/x-payment.fixture.ts'
import { header, paymentPayload } from './x402/payment.fixture.ts'

const payment = header(paymentPayload())
const read = (headers: Record<string, string>) => readCredential(new Headers(headers))

describe('the credential of a request', () => {
  test('is absent without a payment header', () => {
    expect(read({})).toEqual({ kind: 'none' })
    expect(read({ authorization: 'Bearer abc', accept: '*/*' })).toEqual({ kind: 'none' })
    expect(read({ authorization: 'PaymentX abc' })).toEqual({ kind: 'none' })
  })

  test('is read from PAYMENT-SIGNATURE, beside another kind of authorization too', () => {
    expect(read({ 'Payment-Signature': payment })).toMatchObject({
      kind: 'credential',
      credential: { kind: 'x402', credential: { protocol: 'x402' } },
    })
    expect(read({ 'PAYMENT-SIGNATURE': payment, authorization: 'Bearer abc' })).toMatchObject({ kind: 'credential' })
  })

  test('is a problem when it is malformed', () => {
    expect(read({ 'PAYMENT-SIGNATURE': '%%%' })).toMatchObject({ kind: 'refused', refusal: { code: 'malformed_payment' } })
    expect(read({ 'PAYMENT-SIGNATURE': '' })).toMatchObject({ kind: 'refused', refusal: { code: 'malformed_payment' } })
    expect(read({ 'PAYMENT-SIGNATURE': 'A'.repeat(9000) })).toMatchObject({ kind: 'refused', refusal: { code: 'header_too_large' } })
  })

  const others = { authorization: 'Payment abc', 'payment-authorization': 'Payment abc', 'x-payment': JSON.stringify(officialForm()) }
  test('of MPP that cannot be read is malformed in either header: its draft wants a challenge as the answer', () => {
    expect(read({ authorization: 'Payment abc' })).toMatchObject({ kind: 'refused', refusal: { code: 'malformed_credential' } })
    expect(read({ 'payment-authorization': 'Payment abc' })).toMatchObject({ kind: 'refused', refusal: { code: 'malformed_credential' } })
    expect(read({ authorization: `Payment ${'A'.repeat(9000)}` })).toMatchObject({ kind: 'refused', refusal: { code: 'header_too_large' } })
  })

  test('of another version in X-PAYMENT is a problem', () => {
    expect(read({ 'x-payment': payment })).toMatchObject({ kind: 'refused', refusal: { code: 'malformed_payment' } })
  })

  test.each(Object.entries(others))('is a problem when PAYMENT-SIGNATURE comes together with %s', (name, value) => {
    expect(read({ 'PAYMENT-SIGNATURE': payment, [name]: value })).toMatchObject({ kind: 'refused', refusal: { code: 'several_payments' } })
  })

  test('is a problem with a short text, however many different credentials one header holds', () => {
    const reading = read({ authorization: 'Payment,'.repeat(2_000) + 'Payment a' })
    expect(reading).toMatchObject({ kind: 'refused', refusal: { code: 'several_payments' } })
    expect(reading).toMatchObject({
      refusal: { message: 'The request carries Authorization: Payment more than once, with different payments; send one of them.' },
    })
    expect(read({ authorization: 'Payment a, Payment b', 'x-payment': payment })).toMatchObject({
      refusal: { message: 'The request carries different payments in Authorization: Payment and X-PAYMENT; send one of them.' },
    })
  })

  const other = header({ ...paymentPayload(), resource: { url: 'https://example.com/other' } })
  const version1 = Buffer.from(JSON.stringify(officialForm())).toString('base64')
  const mppToken = Buffer.from(JSON.stringify(wireCredential())).toString('base64url')
  const clients: Record<string, [names: [string, string][], kind: string]> = {
    'PAYMENT-SIGNATURE and X-PAYMENT': [
      [
        ['PAYMENT-SIGNATURE', payment],
        ['X-PAYMENT', payment],
      ],
      'x402',
    ],
    'PAYMENT-SIGNATURE twice': [
      [
        ['PAYMENT-SIGNATURE', payment],
        ['PAYMENT-SIGNATURE', payment],
      ],
      'x402',
    ],
    'X-PAYMENT as JSON beside its base64': [
      [
        ['PAYMENT-SIGNATURE', payment],
        ['X-PAYMENT', Buffer.from(payment, 'base64').toString()],
      ],
      'x402',
    ],
    'both, one of them without padding': [
      [
        ['PAYMENT-SIGNATURE', payment.replace(/=+$/, '')],
        ['X-PAYMENT', payment],
      ],
      'x402',
    ],
    'version 1 in both': [
      [
        ['PAYMENT-SIGNATURE', version1],
        ['X-PAYMENT', version1],
      ],
      'x402',
    ],
    'version 1 twice, as JSON': [
      [
        ['X-PAYMENT', JSON.stringify(officialForm())],
        ['X-PAYMENT', JSON.stringify(officialForm())],
      ],
      'x402',
    ],
    'MPP in both of its headers': [
      [
        ['Authorization', `Payment ${mppToken}`],
        ['Payment-Authorization', `Payment ${mppToken}`],
      ],
      'mpp',
    ],
    'MPP twice in Authorization, beside another scheme': [
      [
        ['Authorization', `Payment ${mppToken}`],
        ['Authorization', 'Bearer abc'],
        ['Authorization', `payment ${mppToken}`],
      ],
      'mpp',
    ],
  }
  test.each(Object.entries(clients))('is one where the same bytes came more than once: %s', (_, [sent, kind]) => {
    expect(readCredential(new Headers(sent))).toMatchObject({ kind: 'credential', credential: { kind } })
  })

  test('is a problem when different ones come, by one header or by several', () => {
    for (const names of [
      ['PAYMENT-SIGNATURE', 'PAYMENT-SIGNATURE'],
      ['PAYMENT-SIGNATURE', 'X-PAYMENT'],
      ['X-PAYMENT', 'X-PAYMENT'],
    ]) {
      const headers = new Headers([
        [names[0] as string, payment],
        [names[1] as string, other],
      ])
      expect(readCredential(headers)).toMatchObject({ kind: 'refused', refusal: { code: 'several_payments' } })
    }
  })

  test('that is JSON is not taken for several, though JSON has commas', () => {
    const json = Buffer.from(payment, 'base64').toString()
    expect(read({ 'PAYMENT-SIGNATURE': json })).toMatchObject({
      kind: 'refused',
      refusal: { code: 'malformed_payment', message: 'PAYMENT-SIGNATURE holds JSON as it is; encode it as standard base64.' },
    })
    for (const junk of ['[1,2]', '"a,b"', '{"a":1,"b":2}'])
      expect(read({ 'PAYMENT-SIGNATURE': junk })).toMatchObject({ kind: 'refused', refusal: { code: 'malformed_payment' } })
  })
})
