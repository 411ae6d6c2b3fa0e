import { expect, test } from 'vitest'
import { z } from 'zod'
import { chargeFirstCalls } from './charge-first-calls.ts'
import { answer, fixedPrice, offer } from './offer.ts'

const named = (id: string) =>
  offer({
    id,
    route: `GET /v1/${id}`,
    access: fixedPrice('0.01'),
    title: id,
    purpose: 'To be sold.',
    answer: z.object({}),
    example: { answer: {} },
    run: async () => answer({}),
  })

test('the named offers charge the first call, the others give it free', () => {
  const offers = chargeFirstCalls([named('one'), named('two')], ['two'])
  expect(offers.map(({ id, firstCallFree }) => [id, firstCallFree])).toEqual([
    ['one', true],
    ['two', false],
  ])
})

test('a name that no offer has is told at start', () => {
  expect(() => chargeFirstCalls([named('one')], ['three'])).toThrow('FIRST_CALL_CHARGED names three')
})
