import { expect, test } from 'vitest'
import { z } from 'zod'
import { hostFaults } from '../../../test/host-rules.ts'
import { portableSchema } from './portable-schema.ts'

const anySchema = z.object({
  only: z.literal('brief'),
  five: z.literal(5),
  sizes: z.union([z.literal(1), z.literal(2)]).optional(),
  maybe: z.string().nullable().optional(),
  either: z.union([z.object({ kind: z.literal('a'), x: z.string() }), z.object({ kind: z.literal('b'), y: z.int() })]),
  anything: z.union([z.string(), z.object({ any: z.string() })]),
  record: z.record(z.string(), z.string()),
  list: z.array(z.union([z.int(), z.null()])),
})

test('any schema becomes one that all hosts take', () => {
  const { $schema: _, ...schema } = z.toJSONSchema(anySchema, { io: 'input' })
  const portable = portableSchema(schema)
  expect(hostFaults({ name: 'x', description: 'x', inputSchema: portable })).toEqual([])
  expect(portable).toMatchObject({
    properties: {
      only: { type: 'string', enum: ['brief'] },
      five: { type: 'number' },
      maybe: { type: 'string' },
      either: {
        type: 'object',
        properties: { kind: { enum: ['a', 'b'] }, x: { type: 'string' }, y: { type: 'integer' } },
        required: ['kind'],
      },
      anything: { type: 'string' },
      record: { type: 'string' },
      list: { type: 'array', items: { type: 'integer' } },
    },
  })
})
