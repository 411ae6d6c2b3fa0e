import { expect, test } from 'vitest'
import { mppCredentials } from './credential-headers.ts'

const carried = (headers: Record<string, string>) => mppCredentials(new Headers(headers))
const inAuthorization = (token: string) => ({ header: 'Authorization: Payment', text: token })

test('without the header, or with another scheme only, there is no credential', () => {
  expect(carried({})).toEqual([])
  expect(carried({ authorization: 'Bearer abc' })).toEqual([])
  expect(carried({ authorization: 'PaymentX abc' })).toEqual([])
  expect(carried({ authorization: 'Digest realm="a, Payment abc", qop=auth' })).toEqual([])
})

test.each([
  ['Payment abc_-1', 'abc_-1'],
  ['payment abc', 'abc'],
  ['  Payment   abc  ', 'abc'],
  ['Bearer xyz, Payment abc', 'abc'],
  ['Basic eDp5==, Payment abc, Bearer t', 'abc'],
  ['Digest username="a \\" b", realm="x, Payment y", Payment abc', 'abc'],
  ['Payment', ''],
  ['Payment realm="x", id="y"', ''],
])('a credential is found in Authorization: %s', (authorization, token) => {
  expect(carried({ authorization })).toEqual([inAuthorization(token)])
})

test('a credential is found in Payment-Authorization beside another Authorization', () => {
  const alternate = { header: 'Payment-Authorization', text: 'abc' }
  expect(carried({ authorization: 'Bearer t', 'payment-authorization': 'Payment abc' })).toEqual([alternate])
  expect(carried({ 'payment-authorization': 'abc' })).toEqual([{ ...alternate, text: '' }])
})

test('every credential is counted', () => {
  expect(carried({ authorization: 'Payment abc, Payment def' })).toEqual([inAuthorization('abc'), inAuthorization('def')])
  expect(carried({ authorization: 'Payment abc', 'payment-authorization': 'Payment abc' })).toHaveLength(2)
})
