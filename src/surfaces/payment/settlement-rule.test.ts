import { expect, test } from 'vitest'
import { z } from 'zod'
import { answer, dailyQuota, fixedPrice, free, offer, type AnyOffer } from '../../offers/offer.ts'
import { failedCallSentence, settlementRule, settlementSentences } from './settlement-rule.ts'

const offered = (id: string, more: Partial<AnyOffer> = {}) =>
  offer({
    access: fixedPrice('0.01'),
    ...more,
    id,
    route: `GET /v1/${id}`,
    title: id,
    purpose: 'To be sold.',
    answer: z.object({}),
    example: { answer: {} },
    run: async () => answer({}),
  })

const usual = offered('usual')
const first = offered('first', { settle: 'first', answerAfter: 'verified' })
const early = offered('early', { answerAfter: 'verified', access: dailyQuota('0.01') })
const nothing = offered('nothing', { answerAfter: 'verified', access: free })

test('an offer names when its payment is settled where that is before the work, or may be after the answer', () => {
  const when = (one: AnyOffer) => settlementRule(one)?.member.when ?? null
  expect([usual, first, early, nothing].map(when)).toEqual([null, 'before_work', 'after_answer', null])
})

test('the documents of a service name the offers that each rule holds for, and what a failed call costs', () => {
  expect(settlementSentences([usual, nothing])).toEqual([])
  expect(settlementSentences([usual, first, early, nothing])).toEqual([
    expect.stringMatching(/^first: The payment is settled before the work/),
    expect.stringMatching(/^early: A wallet that has settled payments here may get its answer before/),
  ])
  expect(settlementSentences([early, nothing])).toEqual([expect.stringMatching(/^Every paid route: A wallet/)])
  expect(failedCallSentence([usual, early])).toBe('A call that fails is not charged.')
  expect(failedCallSentence([usual, first])).toContain('unless its payment is settled before the work')
})
