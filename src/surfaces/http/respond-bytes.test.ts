import { expect, test } from 'vitest'
import type { AnyOffer } from '../../offers/offer.ts'
import { refusalOf } from '../../shared/refusal.ts'
import { respond } from './respond.ts'
import type { GateOutcome } from '../../gate/outcome.ts'

const offer = { answers: { types: ['text/html'], maxBytes: 100, refusals: ['text/html'] } } as unknown as AnyOffer
const request = { credential: { kind: 'none' }, headers: { get: () => null }, offer, detail: 'full' } as const
const parts = { challenges: {} as never, publicUrl: 'https://shop.example' }
const body = Buffer.from('<script>alert(1)</script>')

function answered(more: object = {}) {
  const outcome = { kind: 'answer', status: 201, contentType: 'text/html', body, payment: null, replay: false, ...more } as GateOutcome
  const { status, headers, body: sent } = respond(outcome, request, parts)
  const named = Object.fromEntries(headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]]] : [])))
  return { status, named, headers, sent }
}

test('bytes go out with their own status, type and headers, and can run no script in the origin of the service', () => {
  const { status, named, sent } = answered({ headers: { ETag: '"a"' } })
  expect([status, named['Content-Type'], named['ETag'], sent]).toEqual([201, 'text/html', '"a"', body])
  expect(named['Content-Security-Policy']).toBe("sandbox; default-src 'none'; frame-ancestors 'none'")
})

test('an answer without content has no type', () => {
  const { status, named } = answered({ status: 204, contentType: '', body: new Uint8Array() })
  expect([status, named['Content-Type']]).toEqual([204, undefined])
})

test('a refusal of an upstream goes out in place of the problem, with what we say of the payment', () => {
  const passed = { status: 404, contentType: 'text/html', body }
  const refusal = refusalOf('upstream_refused', 'The upstream answered 404.', { retryAfter: 3 })
  const { status, named, headers, sent } = answered({ kind: 'refused', refusal, passed })
  expect([status, named['Content-Type'], named['Retry-After'], named['Cache-Control'], sent]).toEqual([
    404,
    'text/html',
    '3',
    'no-store',
    body,
  ])
  const names = headers.filter((_, index) => index % 2 === 0)
  expect(new Set(names).size).toBe(names.length)
})
