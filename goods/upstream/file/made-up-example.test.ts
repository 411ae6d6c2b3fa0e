import { expect, test } from 'vitest'
import { schemaFrom } from './json-schema.ts'
import { madeUpExample } from './made-up-example.ts'

test.each<[Record<string, unknown>, unknown]>([
  [{ type: 'object', required: ['a'], properties: { a: { type: 'string' }, b: { type: 'string' } } }, { a: 'example' }],
  [{ type: 'string', enum: ['brest', 'dover'] }, 'brest'],
  [{ type: 'string', default: 'x', minLength: 1 }, 'x'],
  [{ type: 'string', minLength: 10, maxLength: 12 }, 'examplexxx'],
  [{ type: 'string', format: 'date' }, '2026-01-31'],
  [{ type: 'integer', minimum: 5, multipleOf: 4 }, 8],
  [{ type: 'number', exclusiveMinimum: 0, maximum: 9 }, 1],
  [{ type: ['null', 'string'] }, null],
  [{ type: 'array', minItems: 2, items: { const: 7 } }, [7, 7]],
  [{ anyOf: [{ type: 'boolean' }, { type: 'string' }] }, true],
  [
    {
      allOf: [
        { required: ['a'], properties: { a: { const: 1 } } },
        { required: ['b'], properties: { b: { const: 2 } } },
      ],
    },
    { a: 1, b: 2 },
  ],
  [{ required: ['a'], allOf: [{ properties: { a: { const: 1 } }, example: { c: 1 } }], properties: { d: {} } }, { a: 1 }],
  [{ type: 'object', properties: { a: { const: 1 }, b: { const: 2 } }, anyOf: [{ required: ['b'] }, { required: ['a'] }] }, { b: 2 }],
  [
    { type: 'object', required: ['a'], properties: { a: { const: 1 } }, oneOf: [{ properties: { b: { const: 2 } }, required: ['b'] }] },
    { a: 1, b: 2 },
  ],
  [{ examples: [{ city: 'brest' }], type: 'object' }, { city: 'brest' }],
])('%j has an example that it takes', (schema, expected) => {
  expect(madeUpExample(schema)).toEqual(expected)
  expect(schemaFrom(schema).safeParse(expected).success).toBe(true)
})
