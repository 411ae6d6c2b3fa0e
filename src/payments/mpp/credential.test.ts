import fc from 'fast-check'
import { Challenge, Credential } from 'mppx'
import { describe, expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { sha256 } from '../../shared/sha256.ts'
import { readMppCredential } from './credential.ts'
import { anyAuthorization, anyChallenge, onWire, only, payer, payTo, secretText, token, wireCredential, withMember } from './mpp.fixture.ts'

const hash = `0x${'ab'.repeat(32)}`
const signature = `0x${'2d'.repeat(32)}${'1f'.repeat(32)}1c`

function read(value: unknown) {
  const reading = readMppCredential(token(value))
  if (!reading.ok) throw new Error(`${reading.fault.field} ${reading.fault.received}`)
  return reading.credential
}

function fault(value: unknown) {
  const reading = readMppCredential(typeof value === 'string' ? value : token(value))
  return reading.ok ? null : reading.fault
}

describe('a credential', () => {
  test('with an authorization is read, addresses in lower case', () => {
    const wire = wireCredential()
    const credential = read(wire)
    expect(credential.payload).toEqual({
      type: 'authorization',
      authorization: {
        from: payer.toLowerCase(),
        to: payTo.toLowerCase(),
        value: 7500n,
        validAfter: 0n,
        validBefore: 1_795_230_781n,
        nonce: `0x${'5e'.repeat(32)}`,
        signature,
      },
    })
    expect(credential.source).toEqual({ chainId: 8453, address: payer.toLowerCase() })
    expect(onWire(credential.challenge)).toEqual(wire.challenge)
    expect(credential.hash).toBe(sha256(JSON.stringify(wire)))
  })

  test.each([
    ['hash', { type: 'hash', hash }],
    ['hash in capitals', { type: 'hash', hash: `0x${'AB'.repeat(32)}` }],
    ['txHash', { type: 'hash', txHash: hash }],
    ['both names', { type: 'hash', hash, txHash: hash.toUpperCase().replace('0X', '0x') }],
    ['nulls for what is absent', { type: 'hash', hash: null, txHash: hash, chainId: null, signature: null }],
  ])('with a transaction hash is read: %s', (_, payload) => {
    expect(read(withMember('payload', payload)).payload).toEqual({ type: 'hash', hash, chainId: null, signature: null })
  })

  test('with a transaction hash may carry its chain and a signature, of a contract too', () => {
    expect(read(withMember('payload', { type: 'hash', hash, chainId: 8453, signature })).payload).toMatchObject({
      chainId: 8453,
      signature,
    })
    const long = `0x${'ab'.repeat(300)}`
    expect(read(withMember('payload', { type: 'hash', hash, signature: long })).payload).toMatchObject({ signature: long })
  })

  test('may leave out its source, the optional slots of the challenge, and have members that we do not know', () => {
    expect(read(withMember('source', undefined)).source).toBeNull()
    expect(read(withMember('challenge.opaque', undefined)).challenge.opaque).toBeNull()
    expect(read(withMember('challenge.expires', '')).challenge.expires).toBeNull()
    expect(read(withMember('challenge.header', 'Authorization')).challenge.header).toBeNull()
    expect(read(withMember('payload.extra', { a: [1] })).payload.type).toBe('authorization')
  })

  test('may have a signature of any length, which stays unchanged, since only the wallet can judge it', () => {
    for (const written of ['0x', '0x1234', `${signature.slice(0, -2)}00`, signature]) {
      expect(read(withMember('payload.signature', written)).payload).toMatchObject({ authorization: { signature: written } })
    }
  })

  test('of mppx is read by us, and ours by mppx', () => {
    fc.assert(
      fc.property(anyChallenge, anyAuthorization, (parameters, authorization) => {
        const challenge = Challenge.from({ ...parameters, secretKey: secretText })
        const { value, validAfter, validBefore, ...rest } = authorization
        const numbers = { value: String(value), validAfter: String(validAfter), validBefore: String(validBefore) }
        const payload = { ...rest, ...numbers, type: 'authorization' }
        const source = `did:pkh:eip155:8453:${authorization.from}`
        const header = Credential.serialize(Credential.from({ challenge, payload, source }))
        const reading = readMppCredential(header.slice('Payment '.length))
        if (!reading.ok) throw new Error(reading.fault.field)
        expect(reading.credential.payload).toEqual({ type: 'authorization', authorization })
        expect(reading.credential.challenge).toEqual(only(Challenge.serialize(challenge)))
      }),
      { numRuns: runsOf(300) },
    )
  })
})

describe('a malformed credential names', () => {
  const path = (name: string, value: unknown) => [name, withMember(name, value)] as const
  test.each([
    path('challenge', undefined),
    path('challenge', []),
    path('challenge.id', ''),
    path('challenge.id', 'a b'),
    path('challenge.id', 'x'.repeat(300)),
    path('challenge.realm', undefined),
    path('challenge.method', 7),
    path('challenge.intent', null),
    path('challenge.request', { amount: '1' }),
    path('challenge.expires', 1_795_230_781),
    path('challenge.opaque', { n: 'x' }),
    path('source', 'did:key:z6Mk'),
    path('source', `did:pkh:eip155:08453:${payer}`),
    path('source', 'did:pkh:eip155:8453:vitalik.eth'),
    path('payload', 'hash'),
    path('payload.type', undefined),
    path('payload.type', 'transaction'),
    path('payload.type', 'permit2'),
    path('payload.from', '0x1'),
    path('payload.to', undefined),
    path('payload.value', 7500),
    path('payload.value', '-1'),
    path('payload.value', '7500.0'),
    path('payload.value', '07500'),
    path('payload.value', String(1n << 256n)),
    path('payload.validBefore', 1_795_230_781),
    path('payload.nonce', '0x5e'),
    path('payload.signature', undefined),
    path('payload.signature', '0x123'),
  ])('the field: %s', (name, value) => {
    expect(fault(value)).toMatchObject({ field: name })
  })

  test.each([
    ['payload.hash', { type: 'hash' }],
    ['payload.hash', { type: 'hash', hash: '0x12' }],
    ['payload.txHash', { type: 'hash', hash, txHash: `0x${'cd'.repeat(32)}` }],
    ['payload.chainId', { type: 'hash', hash, chainId: '8453' }],
    ['payload.signature', { type: 'hash', hash, signature: '0x1234' }],
  ])('the field of a hash: %s', (name, payload) => {
    expect(fault(withMember('payload', payload))).toMatchObject({ field: name })
  })

  const good = token(wireCredential())
  test.each([
    ['nothing', ''],
    ['base64url with padding', `${token('{"a":1}')}==`],
    ['standard base64, with "+" or "/"', Buffer.from('{"a":"???>>>"}').toString('base64')],
    ['text that is not base64url', 'a b'],
    ['text that is not base64url', JSON.stringify(wireCredential())],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url')],
    ['text that is not JSON', token('{"challenge":')],
    ['JSON that is not an object', token('[1]')],
    ['JSON nested deeper than 32 levels', token(`{"a":${'['.repeat(40)}${']'.repeat(40)}}`)],
    ['JSON with more than 1000 members', token({ a: Array.from({ length: 1100 }, () => 1) })],
    ['an object that names a member twice', token('{"challenge":{},"challenge":{}}')],
    ['a member named __proto__', token('{"__proto__":{"challenge":{}}}')],
    ['a member named constructor', token('{"challenge":{"constructor":1}}')],
  ])('the text that is not a credential: %s', (received, text) => {
    expect(fault(text)).toMatchObject({ field: 'credential', received })
  })

  test('a text that is too long, before decoding it', () => {
    expect(readMppCredential('A'.repeat(8193))).toMatchObject({ ok: false, tooLarge: true })
    expect(readMppCredential('A'.repeat(8192))).toMatchObject({ ok: false, tooLarge: false })
    expect(readMppCredential(good).ok).toBe(true)
  })
})
