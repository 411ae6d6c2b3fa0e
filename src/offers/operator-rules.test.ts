import { expect, test } from 'vitest'
import { z } from 'zod'
import { answer, fixedPrice, offer, type AnyOffer } from './offer.ts'
import { withOperatorRules, type OperatorRules } from './operator-rules.ts'

const named = (id: string, more: Partial<AnyOffer> = {}) =>
  offer({
    ...more,
    id,
    route: `GET /v1/${id}`,
    access: fixedPrice('0.01'),
    title: id,
    purpose: 'To be sold.',
    answer: z.object({}),
    example: { answer: {} },
    run: async () => answer({}),
  })

const usual: OperatorRules = { firstCallCharged: [], settleFirst: [], answerAfter: 'confirmed', facilitatorUrl: null }

test('the named offers charge the first call, or are settled first; the others stay as they are declared', () => {
  const offers = withOperatorRules([named('one'), named('two'), named('three')], {
    ...usual,
    firstCallCharged: ['two'],
    settleFirst: ['three'],
  })
  expect(offers.map(({ id, firstCallFree, settle }) => [id, firstCallFree, settle])).toEqual([
    ['one', true, 'after'],
    ['two', false, 'after'],
    ['three', true, 'first'],
  ])
})

test('an offer is answered when it declares, or else as the operator says; after its settlement where it cannot be otherwise', () => {
  const offers = [named('one'), named('two', { answerAfter: 'confirmed' }), named('three', { answerAfter: 'verified' }), named('four')]
  const when = (rules: Partial<OperatorRules>) => withOperatorRules(offers, { ...usual, ...rules }).map(({ answerAfter }) => answerAfter)
  expect(when({})).toEqual(['confirmed', 'confirmed', 'verified', 'confirmed'])
  const early = { answerAfter: 'verified', settleFirst: ['four'] } as const
  expect(when(early)).toEqual(['verified', 'confirmed', 'verified', 'confirmed'])
  expect(when({ ...early, facilitatorUrl: 'https://facilitator.example.com' })).toEqual(Array(4).fill('confirmed'))
})

test('the service names at start a name that no offer has', () => {
  expect(() => withOperatorRules([named('one')], { ...usual, firstCallCharged: ['three'], settleFirst: ['four'] })).toThrow(
    'FIRST_CALL_CHARGED names three, which is not an offer\n- SETTLE_FIRST names four, which is not an offer',
  )
})
