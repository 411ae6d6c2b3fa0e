import { expect, test } from 'vitest'
import type { AnyOffer } from '../../offers/offer.ts'
import type { ByteAnswer } from '../../shared/byte-answer.ts'
import { Problem } from '../../shared/problems.ts'
import { passedOn } from './check-bytes.ts'

const offer = { answers: { types: ['image/png'], maxBytes: 10, headers: ['ETag'], refusals: ['application/json'] } } as unknown as AnyOffer
const refused = (more: Partial<ByteAnswer> = {}) => {
  const passed = {
    status: 404,
    contentType: 'application/json',
    headers: { ETag: 'a', 'Set-Cookie': 'b' },
    bytes: Buffer.from('{}'),
    ...more,
  }
  return new Problem('upstream_refused', 'The upstream answered 404.', { passed })
}

test('a refusal of an upstream is passed on with its status and the headers that the offer lets through', () => {
  expect(passedOn(offer, refused())).toEqual({
    status: 404,
    contentType: 'application/json',
    headers: { ETag: 'a' },
    body: Buffer.from('{}'),
  })
})

test.each<[string, Partial<ByteAnswer>]>([
  ['a status that speaks of our own keys', { status: 401 }],
  ['a status that speaks of our own payments', { status: 402 }],
  ['a status that bars the caller here', { status: 403 }],
  ['a status of a proxy', { status: 407 }],
  ['a status that speaks of our own limits', { status: 429 }],
  ['a success', { status: 200 }],
  ['a failure', { status: 500 }],
  ['a media type that the offer does not name', { contentType: 'text/html' }],
  ['more bytes than an answer may have', { bytes: new Uint8Array(11) }],
])('%s is not passed on', (_, more) => {
  expect(passedOn(offer, refused(more))).toBeUndefined()
})

test('nothing is passed on where the offer does not say so', () => {
  expect(passedOn({ ...offer, answers: { types: ['image/png'], maxBytes: 10 } }, refused())).toBeUndefined()
})
