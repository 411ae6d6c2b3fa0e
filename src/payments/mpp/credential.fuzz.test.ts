import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mppCredentials } from './credential-headers.ts'
import { readMppCredential } from './credential.ts'
import { challenges, token, wireCredential, withMember } from './mpp.fixture.ts'
import { cpuMs } from '../../../test/support/stopwatch.ts'
import { runsOf } from '../../../test/support/runs.ts'
import { anyText } from '../../../test/support/any-text.ts'

const good = JSON.stringify(wireCredential())

/** A text with a few characters changed, left out or put in. */
const mutatedFrom = (text: string) =>
  fc
    .array(fc.record({ at: fc.nat(text.length), remove: fc.nat(3), insert: anyText({ maxLength: 3 }) }), {
      minLength: 1,
      maxLength: 4,
    })
    .map((edits) => edits.reduce((now, { at, remove, insert }) => now.slice(0, at) + insert + now.slice(at + remove), text))

describe('any text as a credential', () => {
  const garbage = fc.oneof(
    anyText({ maxLength: 200 }),
    fc.base64String({ maxLength: 200 }),
    fc.json().map(token),
    mutatedFrom(good).map(token),
    mutatedFrom(token(good)),
    fc
      .tuple(
        fc.constantFrom(
          'challenge',
          'challenge.id',
          'challenge.request',
          'challenge.expires',
          'challenge.opaque',
          'challenge.header',
          'source',
          'payload',
          'payload.type',
          'payload.value',
          'payload.signature',
          'payload.nonce',
        ),
        fc.jsonValue(),
      )
      .map(([path, value]) => token(withMember(path, value))),
  )

  test('mutated credentials never throw: each is malformed with a field, has an unknown challenge, or is ours', () => {
    const ours = challenges()
    let malformed = 0
    let unknown = 0
    fc.assert(
      fc.property(garbage, (value) => {
        const [carried] = mppCredentials({ get: (name) => (name === 'authorization' ? `Bearer a, Payment ${value}` : null) })
        readMppCredential(carried?.text ?? '')
        const reading = readMppCredential(value)
        if (!reading.ok) {
          malformed++
          expect(reading.fault.field).toMatch(/^[a-zA-Z.]{1,40}$/)
          expect(reading.fault.received).toMatch(/^[\x20-\x7e…]{1,200}$/)
        } else {
          const checked = ours.verify(reading.credential.challenge)
          if (!checked.ok) {
            unknown++
            expect(checked.received).toMatch(/^[\x20-\x7e…]{1,200}$/)
          }
        }
      }),
      { numRuns: runsOf(20_000) },
    )
    expect(malformed).toBeGreaterThan(runsOf(1000))
    expect(unknown).toBeGreaterThan(runsOf(100))
  })

  test('the longest and worst credentials take no more than a few milliseconds', () => {
    const worst = [
      token(`{"a":"${'\\"'.repeat(3000)}"}`),
      token('['.repeat(6000)),
      token(`{${Array.from({ length: 700 }, (_, at) => `"${at}":1`).join(',')}}`),
      'A'.repeat(8192),
      '-'.repeat(8192),
    ]
    for (const value of worst) {
      const before = cpuMs()
      for (let round = 0; round < 20; round++) readMppCredential(value)
      expect((cpuMs() - before) / 20).toBeLessThan(10)
    }
    const headers = [
      'Payment '.repeat(2000),
      ',"'.repeat(8000),
      '\\"'.repeat(8000),
      `Payment ${'a="'.repeat(5000)}`,
      ' '.repeat(16_000),
      `Payment a${' '.repeat(16_000)}b`,
    ]
    for (const value of headers) {
      const before = cpuMs()
      for (let round = 0; round < 20; round++) mppCredentials({ get: () => value })
      expect((cpuMs() - before) / 20).toBeLessThan(20)
    }
  })
})
