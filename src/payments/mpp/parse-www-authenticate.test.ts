import fc from 'fast-check'
import { Challenge } from 'mppx'
import { describe, expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { decodeChargeRequest, encodeChargeRequest } from './charge-request.ts'
import { anyChallenge, base, challenges, payTo, secretText, terms, token } from './mpp.fixture.ts'
import { parsePaymentChallenges } from './parse-www-authenticate.ts'

const ids = (header: string) => parsePaymentChallenges(header).map(({ id }) => id)
const params = 'realm="r", method="evm", intent="charge", request="e30"'

describe('WWW-Authenticate', () => {
  test('with several challenges is read as mppx reads it', () => {
    fc.assert(
      fc.property(fc.array(anyChallenge, { minLength: 1, maxLength: 4 }), fc.boolean(), (all, mixed) => {
        const written = all.map((one) => Challenge.serialize(Challenge.from({ ...one, secretKey: secretText })))
        const header = [...(mixed ? ['Basic realm="a, Payment b"'] : []), ...written].join(', ')
        const theirs = Challenge.deserializeList(header)
        const ours = parsePaymentChallenges(header)
        expect(ours.map((one) => [one.id, one.realm, one.description])).toEqual(
          theirs.map((one) => [one.id, one.realm, one.description ?? null]),
        )
      }),
      { numRuns: runsOf(200) },
    )
  })

  test('from us is read by mppx among other challenges', () => {
    const ours = challenges()
    const [one, two] = [ours.issuer(terms()).issue(), ours.issuer(terms({ authorization: false })).issue()]
    const header = `Bearer realm="x", ${one.header}, ${two.header}`
    expect(Challenge.deserializeList(header).map(({ id }) => id)).toEqual([one.id, two.id])
    expect(ids(header)).toEqual([one.id, two.id])
  })

  test.each([
    [`Payment id="a", ${params}`, ['a']],
    [`payment ID = "a" , ${params}`, ['a']],
    [`Payment id=a, ${params}`, ['a']],
    [`Payment id="a\\"b\\\\", ${params}`, ['a"b\\']],
    [`Payment id="\\u20ac", ${params}`, ['€']],
    [`Negotiate, Payment id="a", ${params}, Negotiate abc==`, ['a']],
    [`Payment id="a", ${params}, unknown="x, Payment y"`, ['a']],
    [`Payment id="a", ${params}, Payment id="b", ${params}`, ['a', 'b']],
    [`Payment id="a", id="b", ${params}`, []],
    [`Payment id="a" junk, ${params}`, []],
    [`Payment id="", ${params}`, []],
    [`Payment ${params}`, []],
    ['Payment realm="h", method="evm"', []],
    [`Payment id="a, ${params}`, []],
    ['', []],
    [`Payment id="${'a'.repeat(40_000)}", ${params}`, []],
  ])('is read leniently in form and strictly in meaning: %s', (header, wanted) => {
    expect(ids(header)).toEqual(wanted)
  })

  test('never throws, for any text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('Payment', ' ', ',', '=', '"', '\\', 'id', 'u12', 'é', '\n'), { maxLength: 30 }), (pieces) => {
        expect(() => parsePaymentChallenges(pieces.join(''))).not.toThrow()
      }),
      { numRuns: runsOf(2000) },
    )
  })
})

describe('the request of a charge', () => {
  const request = {
    amount: 7500n,
    currency: base.asset,
    recipient: payTo,
    chainId: 8453,
    credentialTypes: ['authorization', 'hash'],
    decimals: 6,
  }

  test('is canonical JSON', () => {
    expect(Buffer.from(encodeChargeRequest(request), 'base64url').toString()).toBe(
      `{"amount":"7500","currency":"${base.asset}","methodDetails":{"chainId":8453,"credentialTypes":["authorization","hash"],"decimals":6},"recipient":"${payTo}"}`,
    )
  })

  test('of another server may have fewer members, and then has the defaults of the draft', () => {
    const bare = { amount: '1', currency: base.asset, recipient: payTo, methodDetails: { chainId: 1 } }
    expect(decodeChargeRequest(token(bare))).toMatchObject({
      ok: true,
      request: { credentialTypes: ['transaction', 'hash'], decimals: null, splits: false },
    })
    expect(
      decodeChargeRequest(token({ ...bare, methodDetails: { chainId: 1, splits: [{ amount: '1', recipient: payTo }] } })),
    ).toMatchObject({
      ok: true,
      request: { splits: true },
    })
  })

  test.each([
    ['%', 'not_base64'],
    [token({}), 'methodDetails must be an object; received nothing'],
    [
      token({ amount: '0.01', currency: base.asset, recipient: payTo, methodDetails: { chainId: 1 } }),
      'amount must be a string of decimal digits without sign, point or leading zeros; received the string "0.01"',
    ],
    [
      token({ amount: '1', currency: base.asset, recipient: payTo, methodDetails: { chainId: '1' } }),
      'methodDetails.chainId must be a whole number from 1 up; received the string "1"',
    ],
    [
      token({ amount: '1', currency: base.asset, recipient: payTo, methodDetails: { chainId: 1, credentialTypes: 'hash' } }),
      'methodDetails.credentialTypes must be a list of strings; received the string "hash"',
    ],
  ])('that is malformed says why', (text, reason) => {
    expect(decodeChargeRequest(text)).toEqual({ ok: false, reason })
  })
})
