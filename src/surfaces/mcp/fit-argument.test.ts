import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fitArgument } from './fit-argument.ts'

const schemaOf = (type: z.ZodType) => z.toJSONSchema(type, { io: 'input' })

describe('an argument that a host sent as text', () => {
  test.each<[string, z.ZodType, unknown, unknown]>([
    ['a whole number', z.int(), '800', 800],
    ['a number', z.number(), ' -1.5 ', -1.5],
    ['a truth value', z.boolean(), 'True', true],
    ['a list', z.array(z.int()), '["1",2]', [1, 2]],
    ['an object', z.object({ a: z.boolean() }), '{"a":"false"}', { a: false }],
    ['a member of an object', z.object({ size: z.int().optional() }), { size: '200', more: '1' }, { size: 200, more: '1' }],
    ['an item of a list', z.array(z.object({ n: z.number() })), [{ n: '1' }], [{ n: 1 }]],
    [
      'one of two objects',
      z.union([z.object({ kind: z.literal('a'), n: z.int() }), z.object({ kind: z.literal('b') })]),
      { kind: 'a', n: '3' },
      { kind: 'a', n: 3 },
    ],
    ['null where it may be null', z.int().nullable(), 'null', null],
    ['a number for a text', z.string(), 2024, '2024'],
  ])('is read as its schema says: %s', (_, type, sent, read) => {
    expect(fitArgument(sent, schemaOf(type))).toEqual(read)
  })

  test.each<[string, z.ZodType, unknown]>([
    ['words for a number', z.int(), 'many'],
    ['a number that would lose digits', z.number(), '12345678901234567890'],
    ['a number in another form', z.number(), '1e400'],
    ['text that may be text', z.union([z.string(), z.int()]), '5'],
    ['JSON that is text', z.string(), '{"a":1}'],
    ['JSON that is too deep', z.array(z.unknown()), '['.repeat(50_000) + ']'.repeat(50_000)],
    ['JSON that breaks off', z.array(z.unknown()), '[1,'],
    ['a truth value for a number', z.int(), true],
  ])('stays as it came where its schema does not say so: %s', (_, type, sent) => {
    expect(fitArgument(sent, schemaOf(type))).toEqual(sent)
  })

  test('is the same again where every value in it became text', () => {
    const type = z.object({ n: z.int(), on: z.boolean(), list: z.array(z.number()), inner: z.object({ t: z.string() }) })
    const any = fc.record({
      n: fc.integer(),
      on: fc.boolean(),
      list: fc.array(fc.integer()),
      inner: fc.record({ t: fc.string() }),
    })
    fc.assert(
      fc.property(any, (value) => {
        const asText = {
          n: String(value.n),
          on: String(value.on),
          list: JSON.stringify(value.list.map(String)),
          inner: JSON.stringify(value.inner),
        }
        expect(fitArgument(asText, schemaOf(type))).toEqual(value)
        expect(fitArgument(value, schemaOf(type))).toEqual(value)
      }),
    )
  })
})
