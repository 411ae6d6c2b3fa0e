import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { outlineSchema, outlinesOf, richestWithin } from './outline-schema.ts'

const coin = z.object({ symbol: z.string().min(1).describe('ticker'), chains: z.array(z.object({ id: z.string() })) })
const answer = z.object({
  success: z.boolean(),
  data: coin.nullable(),
  rates: z.record(z.string(), z.object({ rate: z.number() })),
  meta: z.object({ a: z.string() }),
})
const { $schema: _dialect, ...schema } = z.toJSONSchema(answer)

describe('an outline', () => {
  test('names members and their types down to a level, and accepts what the schema accepts', () => {
    const deep = outlineSchema(schema, 2)
    expect(deep).toEqual({
      type: 'object',
      properties: {
        success: { type: 'boolean' },
        data: {
          anyOf: [{ type: 'object', properties: { symbol: { type: 'string' }, chains: { type: 'array' } } }, { type: 'null' }],
        },
        rates: { type: 'object', additionalProperties: { type: 'object' } },
        meta: { type: 'object', properties: { a: { type: 'string' } } },
      },
    })
    const example = { success: true, data: { symbol: 'BTC', chains: [{ id: 'eip155:1' }] }, rates: { EUR: { rate: 1 } }, meta: { a: 'b' } }
    for (const levels of [0, 1, 2, 3, 5])
      expect(z.fromJSONSchema(outlineSchema(schema, levels) as never).safeParse(example).success).toBe(true)
  })

  test('keeps references, and the type of deeper values', () => {
    expect(outlineSchema({ type: 'object', properties: { meta: { $ref: '#/components/schemas/Meta' } } }, 1)).toEqual({
      type: 'object',
      properties: { meta: { $ref: '#/components/schemas/Meta' } },
    })
    expect(outlineSchema(schema, 0)).toEqual({ type: 'object' })
  })
})

test('a schema is cut no further than necessary', () => {
  const outlines = outlinesOf(schema, 0)
  const whole = JSON.stringify(schema).length
  expect(richestWithin(outlines, whole)).toBe(schema)
  expect(richestWithin(outlines, whole - 1)).toEqual(outlineSchema(schema, 5))
  expect(richestWithin(outlines, 250)).toEqual(outlineSchema(schema, 1))
  expect(richestWithin(outlines, 5)).toEqual({ type: 'object' })
  const names = Object.fromEntries(Object.keys(schema.properties ?? {}).map((name) => [name, {}]))
  expect(richestWithin(outlinesOf(schema, 1), 5)).toEqual({ type: 'object', properties: names })
})
