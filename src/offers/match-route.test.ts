import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Method } from '../shared/http-methods.ts'
import { createRouteMatcher, maxParameterLength, maxPathLength } from './match-route.ts'
import { free, offer } from './offer.ts'
import type { AnyOffer } from './offer.ts'
import { maxRestSegments } from './path-template.ts'

function at(route: `${Method} /${string}`): AnyOffer {
  return offer({
    id: route.replace(/[^a-zA-Z]+/g, '-').toLowerCase(),
    route,
    access: free,
    title: 'A route',
    purpose: 'To be found.',
    answer: z.object({}),
    example: { answer: {} },
    run: () => Promise.resolve({ body: {}, charge: true }),
  })
}

const price = at('GET /v1/market/price/{symbol}')
const deep = at('GET /v1/agent/deep/{address}')
const batch = at('POST /v1/agent/deep/batch')
const tenders = at('GET /v1/tenders/{country}/{cpv}')
const off = at('GET /v1/off')
const match = createRouteMatcher([
  ...[price, deep, batch, tenders].map((one) => ({ offer: one, disabled: false })),
  { offer: off, disabled: true },
])

describe('a route that is found', () => {
  test('comes with its decoded parameters', () => {
    expect(match('GET', '/v1/market/price/BTC')).toEqual({ kind: 'offer', offer: price, path: { symbol: 'BTC' } })
    expect(match('GET', '/v1/tenders/DE/72%20000%2F1')).toEqual({ kind: 'offer', offer: tenders, path: { country: 'DE', cpv: '72 000/1' } })
  })

  test('is the same for HEAD as for GET', () => {
    expect(match('HEAD', '/v1/market/price/BTC')).toMatchObject({ kind: 'offer', offer: price })
  })

  test('has the literal segment if one fits, and a parameter otherwise', () => {
    expect(match('POST', '/v1/agent/deep/batch')).toMatchObject({ kind: 'offer', offer: batch })
    expect(match('GET', '/v1/agent/deep/batch')).toMatchObject({ kind: 'offer', offer: deep, path: { address: 'batch' } })
  })

  test('is reported as disabled for any parameter', () => {
    expect(match('GET', '/v1/off')).toEqual({ kind: 'disabled', offer: off })
  })
})

describe('a route that is not found', () => {
  test.each([
    '/',
    '//',
    '/v1',
    '/v1/market/price',
    '/v1/market/price/',
    '/v1/market/price/BTC/',
    '/v1/market/price/BTC/x',
    'v1/off',
    '',
    '/V1/off',
    '/constructor',
    '/__proto__',
  ])('%j is unknown', (path) => {
    expect(match('GET', path)).toMatchObject({ kind: 'unknown' })
  })

  test('names the methods of a known path when the method is another', () => {
    expect(match('DELETE', '/v1/agent/deep/batch')).toEqual({ kind: 'wrong_method', allow: ['GET', 'HEAD', 'POST', 'OPTIONS'] })
    expect(match('POST', '/v1/market/price/BTC')).toEqual({ kind: 'wrong_method', allow: ['GET', 'HEAD', 'OPTIONS'] })
  })

  test('says how a slash in its last parameter is sent, where a route ends with one', () => {
    const near = (path: string, method = 'GET') => {
      const found = match(method, path)
      return found.kind === 'unknown' ? found.near : found.kind
    }
    expect(near('/v1/market/price/BTC/USD')).toBe('/v1/market/price/BTC%2FUSD')
    expect(near('/v1/market/price/eip155:8453/erc20:0x00')).toBe('/v1/market/price/eip155:8453%2Ferc20:0x00')
    expect(['/v1/nothing/here', '/v1/market/price/BTC/USD/', '/v1/market/price//BTC', '/favicon.ico'].map((path) => near(path))).toEqual(
      Array.from({ length: 4 }, () => undefined),
    )
    expect(near('/v1/market/price/BTC/USD', 'POST')).toBeUndefined()
  })

  test('is malformed, not unknown, for a broken percent sequence', () => {
    for (const segment of ['%', '%zz', '%c3', 'a%e2%82']) {
      expect(match('GET', `/v1/market/price/${segment}`)).toEqual({
        kind: 'malformed',
        offer: price,
        parameter: 'symbol',
        reason: 'encoding',
      })
    }
  })

  test('is refused for parameters and paths that are too long', () => {
    expect(match('GET', `/v1/market/price/${'a'.repeat(maxParameterLength)}`)).toMatchObject({ kind: 'offer' })
    expect(match('GET', `/v1/market/price/${'a'.repeat(maxParameterLength + 1)}`)).toMatchObject({ kind: 'malformed', reason: 'length' })
    expect(match('GET', `/v1/market/price/${'a'.repeat(maxPathLength)}`)).toEqual({ kind: 'unknown' })
  })
})

test('any text of a whole segment comes back unchanged', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 80, unit: 'grapheme' }), (symbol) => {
      fc.pre(encodeURIComponent(symbol).length < 1000)
      expect(match('GET', `/v1/market/price/${encodeURIComponent(symbol)}`)).toEqual({ kind: 'offer', offer: price, path: { symbol } })
    }),
  )
})

describe('a route that takes any path below it', () => {
  const tides = at('GET /tides/{+path}')
  const today = at('GET /tides/{port}/today')
  const all = at('PUT /{+path}')
  const match = createRouteMatcher([tides, today, all].map((offer) => ({ offer, disabled: false })))

  test('has one or more segments', () => {
    expect(match('GET', '/tides/brest')).toEqual({ kind: 'offer', offer: tides, path: { path: 'brest' } })
    expect(match('GET', '/tides/saint%20malo/2026/11')).toEqual({ kind: 'offer', offer: tides, path: { path: 'saint malo/2026/11' } })
    for (const path of ['/tides', '/tides/', '/tides/brest/', '/tides//brest']) expect(match('GET', path).kind, path).not.toBe('offer')
  })

  test('is tried after the routes that say more of the path', () => {
    expect(match('GET', '/tides/brest/today')).toEqual({ kind: 'offer', offer: today, path: { port: 'brest' } })
    expect(match('GET', '/tides/brest/tomorrow')).toMatchObject({ kind: 'offer', offer: tides })
  })

  test('takes no slash that is encoded, since it would look like one that is not', () => {
    const malformed = { kind: 'malformed', offer: tides, parameter: 'path', reason: 'encoding' }
    for (const path of ['a%2Fb', 'a%2fb', '..%2F..%2Fetc', 'a/%c3', '%']) expect(match('GET', `/tides/${path}`), path).toEqual(malformed)
  })

  test('decodes once', () => {
    expect(match('GET', '/tides/%252F%252e')).toMatchObject({ kind: 'offer', path: { path: '%2F%2e' } })
  })

  test('has a limit of segments', () => {
    expect(match('GET', `/tides${'/a'.repeat(maxRestSegments)}`).kind).toBe('offer')
    expect(match('GET', `/tides${'/a'.repeat(maxRestSegments + 1)}`).kind).toBe('unknown')
    expect(match('GET', `/tides${'/a'.repeat(1_000)}`).kind).toBe('unknown')
  })

  test('never hides what the service itself answers at', () => {
    for (const path of ['/livez', '/.well-known/x402', '/v1/receipts/r1', '/mcp', '/openapi.json'])
      expect(match('PUT', path), path).toEqual({ kind: 'unknown' })
    expect(match('PUT', '/anything/else')).toMatchObject({ kind: 'offer', offer: all })
  })

  test('names the methods of all routes that the path fits', () => {
    expect(match('DELETE', '/tides/brest')).toEqual({ kind: 'wrong_method', allow: ['GET', 'HEAD', 'PUT', 'OPTIONS'] })
  })
})

test('no path makes it throw', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), fc.string({ maxLength: 10 }), (path, method) => {
      expect(() => match(method, `/v1/${path}`)).not.toThrow()
    }),
  )
})
