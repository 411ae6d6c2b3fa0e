import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { parseInput } from '../../gate/input/input.ts'
import { readCredential } from '../../payments/read-credential.ts'
import { Problem } from '../../shared/problems.ts'
import { facts } from '../discovery/facts.fixture.ts'
import { readPayment } from './read-payment.ts'
import { toolInput } from './tool-input.ts'
import { anyText } from '../../../test/support/any-text.ts'

/** Any JSON, sometimes with the members that code looks for, or with keys that could reach prototypes. */
const names = [
  'challenge',
  'request',
  'opaque',
  'payload',
  'source',
  'meta',
  'x402Version',
  'accepted',
  '__proto__',
  'constructor',
  'toJSON',
]
const json = fc
  .letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.jsonValue({ maxDepth: 2 }),
      fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), tie('value')),
    ),
  }))
  .value.map((value) => JSON.parse(JSON.stringify(value)) as unknown)

/** Shared by all offers, since the same code reads their arguments. */
const runsOfAllTools = runsOf(1_000)

test('for any _meta, a payment is read or a problem says why not', () => {
  fc.assert(
    fc.property(json, json, (x402, mpp) => {
      const reading = readPayment({ 'x402/payment': x402, 'org.paymentauth/credential': mpp }, new Headers(), readCredential)
      expect(['none', 'refused']).toContain(reading.kind)
    }),
    { numRuns: runsOf(300) },
  )
})

test.each(facts.offers.map((offer) => [offer.id, offer] as const))(
  'whatever the arguments of %s, they are taken or a problem says why not',
  (_, offer) => {
    const tool = toolInput(offer)
    const members = [...Object.keys(tool.schema['properties'] as object), '__proto__', 'constructor']
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...members), fc.oneof(json, anyText())), (values) => {
        try {
          const { input } = tool.read(values)
          // The input that was read fits into the URL of its request.
          for (const text of [...Object.values(input.path), ...Object.values(input.query)]) encodeURIComponent(text)
          parseInput(offer, input)
        } catch (error) {
          expect(error).toBeInstanceOf(Problem)
        }
      }),
      { numRuns: Math.ceil(runsOfAllTools / facts.offers.length) },
    )
  },
)
