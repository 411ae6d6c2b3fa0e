import { expect, test } from 'vitest'
import { z } from 'zod'
import { answer, fixedPrice, offer } from './offer.ts'
import { schemasOf } from './offer-schemas.ts'

const query = z.object({
  day: z.iso.date().optional(),
  from: z.iso.datetime().optional(),
  coin: z
    .string()
    .regex(/^[A-Z]+$/)
    .default('BTC'),
})
const reply = z.object({ count: z.int(), share: z.int().min(0).max(100) })

const counting = offer({
  id: 'counting',
  route: 'GET /v1/counting',
  access: fixedPrice('0.01'),
  title: 'Counting',
  purpose: 'Counts.',
  query,
  answer: reply,
  example: { query: {}, answer: { count: 1, share: 2 } },
  run: () => Promise.resolve(answer({ count: 1, share: 2 })),
})

test('schemas describe the wire, without what zod adds and callers do not need', () => {
  expect(schemasOf(counting)).toEqual({
    query: {
      type: 'object',
      properties: {
        day: { type: 'string', format: 'date' },
        from: { type: 'string', format: 'date-time' },
        coin: { type: 'string', pattern: '^[A-Z]+$', default: 'BTC' },
      },
    },
    answer: {
      type: 'object',
      properties: { count: { type: 'integer' }, share: { type: 'integer', minimum: 0, maximum: 100 } },
      required: ['count', 'share'],
    },
  })
})

test('an offer is converted once, since many documents describe it and its copies', () => {
  expect(schemasOf({ ...counting }).answer).toBe(schemasOf(counting).answer)
})
