import fc from 'fast-check'
import { expect, test } from 'vitest'
import { header } from '../x402/payment.fixture.ts'
import { hashForm, officialForm, transfer } from './x-payment.fixture.ts'
import { readXPayment } from './read-x-payment.ts'
import { runsOf } from '../../../test/support/runs.ts'
import { anyText } from '../../../test/support/any-text.ts'

const json = (value: unknown) => JSON.stringify(value)

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-_ ,.{}":'
const good = [header(hashForm()), header(officialForm()), json(hashForm()), json(officialForm())]
const changed = (text: string) =>
  fc
    .tuple(fc.nat(text.length - 1), fc.oneof(fc.constantFrom(...alphabet), anyText({ minLength: 1, maxLength: 1 })))
    .map(([at, char]) => text.slice(0, at) + char + text.slice(at + 1))
const mutated = fc.oneof(
  anyText({ maxLength: 300 }),
  fc.string({ maxLength: 300, unit: fc.constantFrom(...alphabet) }),
  fc.json({ maxDepth: 4 }),
  fc.json({ maxDepth: 4 }).map(header),
  fc.constantFrom(...good).chain(changed),
  // One character of the inner JSON replaced.
  changed(json(transfer)).map((inner) => header(hashForm(inner))),
  // A member replaced by any value.
  fc
    .tuple(fc.constantFrom('x402Version', 'scheme', 'network', 'payload'), fc.jsonValue())
    .map(([name, value]) => json(officialForm({ [name]: value }))),
  fc
    .tuple(fc.constantFrom('txHash', 'amount', 'timestamp'), fc.jsonValue())
    .map(([name, value]) => header(hashForm({ ...transfer, [name]: value }))),
)

test('mutated X-PAYMENT headers never throw, and give a payment or a problem with public text only', () => {
  fc.assert(
    fc.property(mutated, (text) => {
      const reading = readXPayment(text)
      if (reading.kind !== 'refused') return
      expect(['malformed_payment', 'several_payments']).toContain(reading.refusal.code)
      expect(reading.refusal.message).toMatch(/^[\x20-\x7e…]{1,400}$/)
    }),
    { numRuns: runsOf(20_000) },
  )
})
