import { describe, expect, test } from 'vitest'
import { readCredential } from './read-credential.ts'
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
    expect(read({ 'PAYMENT-SIGNATURE': '%%%' })).toMatchObject({ kind: 'problem', problem: { code: 'malformed_payment' } })
    expect(read({ 'PAYMENT-SIGNATURE': '' })).toMatchObject({ kind: 'problem', problem: { code: 'malformed_payment' } })
    expect(read({ 'PAYMENT-SIGNATURE': 'A'.repeat(9000) })).toMatchObject({ kind: 'problem', problem: { code: 'header_too_large' } })
  })

  const others = { authorization: 'Payment abc', 'payment-authorization': 'Payment abc', 'x-payment': payment }
  test('of MPP that cannot be read is malformed in either header: its draft wants a challenge as the answer', () => {
    expect(read({ authorization: 'Payment abc' })).toMatchObject({ kind: 'malformed' })
    expect(read({ 'payment-authorization': 'Payment abc' })).toMatchObject({ kind: 'malformed' })
    expect(read({ authorization: `Payment ${'A'.repeat(9000)}` })).toMatchObject({ kind: 'problem', problem: { code: 'header_too_large' } })
  })

  test('of another version in X-PAYMENT is a problem', () => {
    expect(read({ 'x-payment': payment })).toMatchObject({ kind: 'problem', problem: { code: 'malformed_payment' } })
  })

  test.each(Object.entries(others))('is a problem when PAYMENT-SIGNATURE comes together with %s', (name, value) => {
    expect(read({ 'PAYMENT-SIGNATURE': payment, [name]: value })).toMatchObject({ kind: 'problem', problem: { code: 'several_payments' } })
  })

  test('is a problem with a short text, however many credentials one header holds', () => {
    const reading = read({ authorization: 'Payment,'.repeat(2_000) })
    expect(reading).toMatchObject({ kind: 'problem', problem: { code: 'several_payments' } })
    expect(reading).toMatchObject({ problem: { message: 'The request carries Authorization: Payment more than once; send it once.' } })
    expect(read({ authorization: 'Payment a, Payment b', 'x-payment': payment })).toMatchObject({
      problem: { message: 'The request carries Authorization: Payment and X-PAYMENT; send one of them.' },
    })
  })

  test('is a problem when it comes twice', () => {
    const headers = new Headers({ 'PAYMENT-SIGNATURE': payment })
    headers.append('PAYMENT-SIGNATURE', payment)
    expect(readCredential(headers)).toMatchObject({ kind: 'problem', problem: { code: 'several_payments' } })
  })
})
