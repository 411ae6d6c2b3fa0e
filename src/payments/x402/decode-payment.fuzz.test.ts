import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Problem } from '../../shared/problems.ts'
import { decodePaymentSignature } from './decode-payment.ts'
import { header, paymentPayload, withMember } from './payment.fixture.ts'
import { cpuMs } from '../../../test/support/stopwatch.ts'
import { runsOf } from '../../../test/support/runs.ts'
import { anyText } from '../../../test/support/any-text.ts'

describe('any header', () => {
  const valid = header(paymentPayload())
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-_ ,{}"'
  const garbage = fc.oneof(
    anyText({ maxLength: 300 }),
    fc.string({ maxLength: 300, unit: fc.constantFrom(...alphabet) }),
    fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes).toString('base64')),
    fc.json({ maxDepth: 4 }).map(header),
    // One character of a good header replaced.
    fc.tuple(fc.nat(valid.length - 1), fc.constantFrom(...alphabet)).map(([at, char]) => valid.slice(0, at) + char + valid.slice(at + 1)),
    // One character of good JSON replaced.
    fc.tuple(fc.nat(JSON.stringify(paymentPayload()).length - 1), anyText({ minLength: 1, maxLength: 1 })).map(([at, char]) => {
      const json = JSON.stringify(paymentPayload())
      return header(json.slice(0, at) + char + json.slice(at + 1))
    }),
    // A member of a good payment replaced by any value.
    fc
      .tuple(
        fc.constantFrom(
          'x402Version',
          'accepted',
          'accepted.amount',
          'accepted.extra',
          'payload',
          'payload.signature',
          'payload.authorization.nonce',
          'extensions.payment-identifier',
        ),
        fc.jsonValue(),
      )
      .map(([path, value]) => header(withMember(path, value))),
  )

  test('mutated headers never throw, and give a problem with a stable code or a payment', () => {
    const codes = new Set<string>()
    const before = cpuMs()
    fc.assert(
      fc.property(garbage, (value) => {
        const decoded = decodePaymentSignature(value)
        if (decoded.ok) {
          expect(decoded.credential.proof.kind).toBe('authorization')
        } else {
          expect(decoded.problem).toBeInstanceOf(Problem)
          expect(decoded.problem.message).toMatch(/^[\x20-\x7e…]{1,400}$/)
          codes.add(decoded.problem.code)
        }
      }),
      { numRuns: runsOf(20_000) },
    )
    expect([...codes]).toEqual(['malformed_payment'])
    expect(cpuMs() - before).toBeLessThan(20_000)
  })

  test('a payment is read alike, or refused alike, with and without the shortened JSON', () => {
    const whole = JSON.stringify(paymentPayload())
    const paths =
      'x402Version,resource,accepted,accepted.network,accepted.amount,accepted.extra,accepted.extra.name,accepted.maxTimeoutSeconds,' +
      'payload,payload.signature,payload.permit2Authorization,payload.authorization,payload.authorization.to,extensions,' +
      'extensions.bazaar,extensions.payment-identifier,extensions.payment-identifier.info,' +
      'extensions.payment-identifier.info.id,extensions.payment-identifier.schema'
    const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(undefined, '0x', 'a'.repeat(20), '1', 2, {}))
    const changed = fc.tuple(fc.constantFrom(...paths.split(',')), value).map(([path, other]) => JSON.stringify(withMember(path, other)))
    const damaged = fc
      .tuple(fc.nat(whole.length), fc.nat(3), fc.constantFrom('', '"', '{', '}', ',', '\\', 'é', '7'))
      .map(([at, count, other]) => whole.slice(0, at) + other + whole.slice(at + count))
    // A number with an exponent is not shortened.
    const longer = (json: string) => json.replace('{', '{"unread":1e0,')
    const reading = (json: string) => {
      const decoded = decodePaymentSignature(header(json))
      return decoded.ok ? { ...decoded.credential, hash: '' } : { code: decoded.problem.code, detail: decoded.problem.message }
    }
    fc.assert(
      fc.property(fc.oneof(changed, damaged), (json) => {
        expect(reading(json)).toEqual(reading(longer(json)))
      }),
      { numRuns: runsOf(5_000) },
    )
  })

  test('the longest and worst headers take no more than a few milliseconds', () => {
    const worst = [
      header(`{"a":"${'\\"'.repeat(3000)}"}`),
      header(`{"a":"${'\\\\'.repeat(3000)}"}`),
      header('['.repeat(6000)),
      header(`{${Array.from({ length: 700 }, (_, at) => `"${at}":1`).join(',')}}`),
      header(`"${'A'.repeat(6000)}"`),
      'A'.repeat(8192),
      '='.repeat(8192),
    ]
    for (const value of worst) {
      expect(value.length).toBeLessThanOrEqual(8192)
      // CPU time, since other processes may run in between.
      const before = process.cpuUsage()
      for (let round = 0; round < 20; round++) decodePaymentSignature(value)
      const { user, system } = process.cpuUsage(before)
      expect((user + system) / 1000 / 20).toBeLessThan(10)
    }
  })
})
