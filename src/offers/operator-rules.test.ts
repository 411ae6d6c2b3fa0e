import { expect, test } from 'vitest'
import { z } from 'zod'
import { answer, fixedPrice, offer } from './offer.ts'
import { withOperatorRules } from './operator-rules.ts'

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

test('the named offers charge the first call, or are settled first; the others stay as they are declared', () => {
  const offers = withOperatorRules([named('one'), named('two'), named('three')], { firstCallCharged: ['two'], settleFirst: ['three'] })
  expect(offers.map(({ id, firstCallFree, settle }) => [id, firstCallFree, settle])).toEqual([
    ['one', true, 'after'],
    ['two', false, 'after'],
    ['three', true, 'first'],
  ])
})

test('a name that no offer has is told at start', () => {
  expect(() => withOperatorRules([named('one')], { firstCallCharged: ['three'], settleFirst: ['four'] })).toThrow(
    'FIRST_CALL_CHARGED names three, which is no offer\n- SETTLE_FIRST names four, which is no offer',
  )
})
