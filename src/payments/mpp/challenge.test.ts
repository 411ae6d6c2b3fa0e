import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import fc from 'fast-check'
import { Challenge, PaymentRequest } from 'mppx'
import { afterEach, describe, expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { networks } from '../../chain/networks.ts'
import { canonicalJson } from '../../shared/canonical-json.ts'
import { hmacSha256 } from '../../shared/hmac.ts'
import { encodeCanonical } from './base64url-json.ts'
import { challengeId, type ChallengeParams } from './challenge-params.ts'
import { createMppChallenges } from './challenge.ts'
import { base, challenges, only, payTo, random, realm, secret, secretText, standingClock, terms } from './mpp.fixture.ts'

describe('our challenge', () => {
  test('starts as documented, and holds everything that a client needs', () => {
    const { header, id, expires } = challenges().issuer(terms()).issue()
    expect(header).toMatch(
      /^Payment realm="api\.example\.com", method="evm", id="[A-Za-z0-9_-]{43}", intent="charge", request="[A-Za-z0-9_-]+", expires="2026-11-21T03:13:01Z", opaque="[A-Za-z0-9_-]+", description="Market price\. What one coin costs now\."$/,
    )
    expect(only(header)).toMatchObject({ id, expires, realm, method: 'evm', intent: 'charge' })
  })

  test('is what mppx reads, checks, and writes again with the same id and the same text in every slot', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        fc.constantFrom(...networks),
        fc.boolean(),
        fc.string({ maxLength: 120 }),
        fc.string({ unit: 'grapheme-ascii', maxLength: 60 }),
        (price, network, authorization, description, route) => {
          const { header } = challenges().issuer(terms({ price, network, authorization, description, route })).issue()
          const read = Challenge.deserialize(header)
          expect(Challenge.verify(read, { secretKey: secretText })).toBe(true)
          expect(read.request).toEqual({
            amount: String(price),
            currency: network.asset,
            recipient: payTo,
            methodDetails: { chainId: network.chainId, credentialTypes: authorization ? ['authorization', 'hash'] : ['hash'], decimals: 6 },
          })
          const ours = only(header)
          expect(PaymentRequest.serialize(read.request)).toBe(ours.request)
          expect(PaymentRequest.serialize(PaymentRequest.deserialize(ours.opaque ?? ''))).toBe(ours.opaque)
          expect(only(Challenge.serialize(read))).toEqual(ours)
        },
      ),
      { numRuns: runsOf(300) },
    )
  })

  test('is issued for its own terms, however similar other terms are', () => {
    const ours = challenges()
    const alike = [
      { route: 'GET /a', description: 'b c' },
      { route: 'GET /a b', description: 'c' },
      { price: 75n },
      { price: 750n },
      { authorization: false },
      ...networks.map((network) => ({ network })),
    ].map(terms)
    const issuers = alike.map((one) => ({ one, issuer: ours.issuer(one) }))
    for (const { one, issuer } of [...issuers, ...issuers]) {
      const checked = ours.verify(only(issuer.issue().header))
      expect(checked).toMatchObject({
        method: one.authorization ? 'evm' : 'evmhash',
        route: one.route,
        request: { amount: one.price, chainId: one.network.chainId, currency: one.network.asset.toLowerCase() },
      })
    }
  })

  test('is of the method evmhash where no authorization can be settled', () => {
    expect(
      only(
        challenges()
          .issuer(terms({ authorization: false }))
          .issue().header,
      ),
    ).toMatchObject({ method: 'evmhash' })
  })

  test('has a unique id among 30 that were issued at the same moment', () => {
    const ours = challenges()
    const issuer = ours.issuer(terms())
    const made = Array.from({ length: 30 }, () => issuer.issue())
    expect(new Set(made.map(({ id }) => id)).size).toBe(30)
    expect(new Set(made.map(({ header }) => only(header).opaque)).size).toBe(30)
  })

  test('stays small on every network, with the longest description, in characters that are valid in a header', () => {
    for (const network of networks) {
      const { header } = challenges()
        .issuer(
          terms({
            network,
            description: 'Was kostet das – „heute“? €\r\nX: 1'.repeat(20),
            route: 'POST /v1/company/beneficial-owners/{country}/{id}',
          }),
        )
        .issue()
      expect(header.length).toBeLessThan(1000)
      expect(header).toMatch(/^[\x20-\x7e]+$/)
    }
  })

  test('needs secrets of 32 bytes and a realm that is a host', () => {
    const parts = { secrets: [secret(secretText)], realm, random, clock: standingClock(), ttlSeconds: 300 }
    expect(() => createMppChallenges({ ...parts, secrets: [] })).toThrow(RangeError)
    expect(() => createMppChallenges({ ...parts, secrets: [secret(secretText), secret('too short')] })).toThrow(RangeError)
    expect(() => createMppChallenges({ ...parts, realm: 'a|b' })).toThrow(RangeError)
    expect(() => createMppChallenges({ ...parts, realm: 'a"b' })).toThrow(RangeError)
  })
})

describe('our challenge, as time passes', () => {
  /** Around the second that gets one digit more, and around the turn of a year; also backwards. */
  const moments = [1_795_230_481, 1_795_230_482, 1_798_761_599, 1_798_761_600, 1_795_230_481, 999_999_999, 1_000_000_000, 5, 1_795_230_483]

  test('has the time of its own second, for any route, among challenges of the same and of other seconds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 70 }), { minLength: 1, maxLength: 4 }),
        fc.array(fc.tuple(fc.constantFrom(...moments), fc.nat(3)), { minLength: 1, maxLength: 12 }),
        (routes, asked) => {
          let now = 0
          const ours = challenges({ clock: { now: () => now } })
          const all = routes.map((route) => {
            const of = terms({ route })
            return { of, issuer: ours.issuer(of) }
          })
          for (const [issuedAt, which] of asked) {
            now = issuedAt * 1000 + 999
            const { of, issuer } = all[which % all.length]!
            const { header, id, expires } = issuer.issue()
            const read = only(header)
            expect(read).toMatchObject({ id, expires, description: of.description })
            expect(expires).toBe(`${new Date((issuedAt + 300) * 1000).toISOString().slice(0, 19)}Z`)
            const opaque = Buffer.from(read.opaque ?? '', 'base64url').toString('utf8')
            const { n } = JSON.parse(opaque) as { n: string }
            expect(n).toMatch(/^[A-Za-z0-9_-]{24}$/)
            expect(opaque).toBe(canonicalJson({ n, r: of.route, t: String(issuedAt) }))
            expect(read.opaque).toBe(Buffer.from(opaque, 'utf8').toString('base64url'))
            expect(ours.verify(read)).toMatchObject({ ok: true, issuedAt, expiresAt: issuedAt + 300, route: of.route })
            expect(Challenge.verify(Challenge.deserialize(header), { secretKey: secretText })).toBe(true)
          }
        },
      ),
      { numRuns: runsOf(200) },
    )
  })

  test('does not change when later ones are issued', () => {
    const clock = standingClock()
    const ours = challenges({ clock })
    const issuer = ours.issuer(terms())
    const made = Array.from({ length: 600 }, (_, index) => {
      if (index % 100 === 0) clock.move(1)
      const { header, id, expires } = issuer.issue()
      return { header, id, expires, text: Buffer.from(header, 'latin1').toString('hex') }
    })
    expect(new Set(made.map(({ id }) => id)).size).toBe(600)
    for (const { header, id, expires, text } of made) {
      expect(Buffer.from(header, 'latin1').toString('hex')).toBe(text)
      expect(only(header)).toMatchObject({ id, expires })
      expect(ours.verify(only(header)).ok).toBe(true)
    }
  })
})

describe('a challenge that a client echoes', () => {
  test('has the terms under which it was issued', () => {
    const ours = challenges()
    expect(ours.verify(only(ours.issuer(terms()).issue().header))).toEqual({
      ok: true,
      method: 'evm',
      issuedAt: 1_795_230_481,
      expiresAt: 1_795_230_781,
      expired: false,
      request: {
        amount: 7500n,
        currency: base.asset.toLowerCase(),
        recipient: payTo.toLowerCase(),
        chainId: 8453,
        credentialTypes: ['authorization', 'hash'],
        decimals: 6,
        splits: false,
      },
      route: 'GET /v1/market/price/{symbol}',
    })
  })

  test('is verified after its expiry too, and says that it has expired', () => {
    const clock = standingClock()
    const ours = challenges({ clock })
    const echoed = only(ours.issuer(terms()).issue().header)
    clock.move(299)
    expect(ours.verify(echoed)).toMatchObject({ ok: true, expired: false })
    clock.move(1)
    expect(ours.verify(echoed)).toMatchObject({ ok: true, expired: true })
    clock.move(7 * 86_400)
    expect(ours.verify(echoed)).toMatchObject({ ok: true, expired: true, issuedAt: 1_795_230_481 })
  })

  const other = only(
    challenges()
      .issuer(terms({ price: 1n, route: 'GET /other' }))
      .issue().header,
  )
  test.each([
    ['id', other.id, 'invalid-challenge'],
    ['id', '', 'invalid-challenge'],
    ['id', 'é'.repeat(43), 'invalid-challenge'],
    ['realm', 'evil.example.com', 'invalid-challenge'],
    ['realm', 'API.example.com', 'invalid-challenge'],
    ['method', 'evmhash', 'invalid-challenge'],
    ['method', 'tempo', 'method-unsupported'],
    ['intent', 'session', 'method-unsupported'],
    ['request', other.request, 'invalid-challenge'],
    ['expires', '2026-11-21T04:13:01Z', 'invalid-challenge'],
    ['expires', '2026-11-21T03:13:01.000Z', 'invalid-challenge'],
    ['expires', null, 'invalid-challenge'],
    ['digest', 'sha-256=abc', 'invalid-challenge'],
    ['header', 'Payment-Authorization', 'invalid-challenge'],
    ['opaque', other.opaque, 'invalid-challenge'],
    ['opaque', null, 'invalid-challenge'],
  ] as const)('with another %s (%s) is refused', (name, value, problem) => {
    const ours = challenges()
    const echoed = only(ours.issuer(terms()).issue().header)
    const checked = ours.verify({ ...echoed, [name]: value })
    expect(checked).toMatchObject({ ok: false, problem })
    expect(checked.ok ? '' : checked.field).toMatch(/^challenge\.(?:id|realm|method|intent|request|expires|digest|header|opaque)$/)
  })

  test('is refused for a change of any one character of its id, request or opaque, even one that decodes to the same bytes', () => {
    const ours = challenges()
    const echoed = only(ours.issuer(terms()).issue().header)
    fc.assert(
      fc.property(
        fc.constantFrom('id', 'request', 'opaque', 'expires'),
        fc.nat(),
        fc.constantFrom(...'ABCDEFGHIJabcdefghij0123456789_-|'),
        (name, position, character) => {
          const text = echoed[name] as string
          const at = position % text.length
          fc.pre(text[at] !== character)
          expect(ours.verify({ ...echoed, [name]: text.slice(0, at) + character + text.slice(at + 1) }).ok).toBe(false)
        },
      ),
      { numRuns: runsOf(1000) },
    )
    for (const last of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
      const id = echoed.id.slice(0, 42) + last
      expect(ours.verify({ ...echoed, id }).ok).toBe(id === echoed.id)
    }
  })

  test('is refused when text moves from one slot of the id to its neighbour', () => {
    const ours = challenges()
    const echoed = only(ours.issuer(terms()).issue().header)
    const { request, expires, opaque } = echoed as { [name in keyof ChallengeParams]: string }
    const shifted: Partial<ChallengeParams>[] = [
      { expires: null, request: `${request}|${expires}` },
      { digest: null, expires: `${expires}|`, opaque },
      { opaque: null, digest: opaque },
      { header: '', opaque },
      { realm: `${realm}|evm`, method: 'charge', intent: request },
    ]
    for (const change of shifted) expect(ours.verify({ ...echoed, ...change }).ok).toBe(false)
  })

  test('may have another description, which is for people only', () => {
    const ours = challenges()
    expect(ours.verify({ ...only(ours.issuer(terms()).issue().header), description: null }).ok).toBe(true)
  })

  test('is verified under an earlier secret and under an announced one, not under another', () => {
    const before = secret('the secret of yesterday, long enough')
    const after = secret('the secret of tomorrow, long enough!')
    const old = challenges({ secrets: [before] })
    const announced = challenges({ secrets: [before, after] })
    const changed = challenges({ secrets: [after, before] })
    const done = challenges({ secrets: [after] })
    const ofOld = only(old.issuer(terms()).issue().header)
    const ofChanged = only(changed.issuer(terms()).issue().header)
    expect([old, announced, changed, done].map((one) => one.verify(ofOld).ok)).toEqual([true, true, true, false])
    expect([old, announced, changed, done].map((one) => one.verify(ofChanged).ok)).toEqual([false, true, true, true])
  })

  test('with a nonce of another length, as an earlier version made it, is verified', () => {
    const mac = hmacSha256(secret(secretText))
    const ours = challenges()
    const made = only(ours.issuer(terms()).issue().header)
    const opaque = encodeCanonical({ n: 'AAECAwQFBgcICQoLDA0ODw', r: 'GET /v1/market/price/{symbol}', t: '1795230481' })
    const id = challengeId(mac, { ...made, opaque })
    expect(ours.verify({ ...made, opaque, id })).toMatchObject({
      ok: true,
      issuedAt: 1_795_230_481,
      route: 'GET /v1/market/price/{symbol}',
    })
    expect(ours.verify({ ...made, opaque }).ok).toBe(false)
  })

  test('that mppx made with our secret is verified if it has our form', () => {
    const made = Challenge.from({
      realm,
      method: 'evm',
      intent: 'charge',
      request: {
        amount: '1',
        currency: base.asset,
        recipient: payTo,
        methodDetails: { chainId: 8453, credentialTypes: ['authorization'] },
      },
      expires: '2026-11-21T03:13:01Z',
      meta: { n: 'x', r: 'GET /x', t: '1795230481' },
      secretKey: secretText,
    })
    expect(challenges().verify(only(Challenge.serialize(made)))).toMatchObject({ ok: true, route: 'GET /x', request: { amount: 1n } })
  })

  describe('is compared', () => {
    const real = crypto.timingSafeEqual
    afterEach(() => {
      crypto.timingSafeEqual = real
      syncBuiltinESMExports()
    })

    test('in constant time', () => {
      let compared = 0
      crypto.timingSafeEqual = (one, two) => {
        compared++
        return real(one, two)
      }
      syncBuiltinESMExports()
      const ours = challenges()
      const echoed = only(ours.issuer(terms()).issue().header)
      expect(
        ours.verify({ ...echoed, id: `${echoed.id.startsWith('A') ? 'B' : 'A'}${echoed.id.slice(1)}` }).ok || ours.verify(echoed).ok,
      ).toBe(true)
      expect(compared).toBe(2)
    })
  })
})
