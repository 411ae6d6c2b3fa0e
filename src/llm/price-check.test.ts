import { expect, test } from 'vitest'
import { codeReviewPrompts } from '../../goods/code-review/offers/code-review-llm.ts'
import { shortestPrompts } from '../../goods/text/llm/shortest-prompts.ts'
import { priceErrors } from './price-check.ts'

const shortest = { ...shortestPrompts(), ...codeReviewPrompts() }

const prices = {
  'fact-check': 20_000n,
  'fact-check-deep': 150_000n,
  sentiment: 40_000n,
  summarize: 50_000n,
  translate: 80_000n,
  'code-review': 100_000n,
}

test('a small model can be sold at the default prices', () => {
  expect(priceErrors(shortest, prices, { prices: { input: 150_000n, output: 600_000n }, contextTokens: 128_000 })).toEqual([])
})

test('a dear model needs higher prices, and the message says how high', () => {
  const model = { prices: { input: 3_000_000n, output: 15_000_000n }, contextTokens: 128_000 }
  const [error] = priceErrors(shortest, prices, model)
  const [, least = ''] = /^LLM_OFFER_PRICES: fact-check must cost more than (0\.\d+) dollars/.exec(error ?? '') ?? []
  const baseUnits = BigInt(Math.ceil(Number(least) * 1_000_000))
  expect(priceErrors(shortest, { ...prices, 'fact-check': baseUnits + 1n }, model).join()).not.toContain('fact-check must')
  expect(priceErrors(shortest, { ...prices, 'fact-check': baseUnits - 1n }, model).join()).toContain('fact-check must')
})

test('a context in which not even the output has room is refused', () => {
  const errors = priceErrors(shortest, prices, { prices: { input: 0n, output: 0n }, contextTokens: 4_096 })
  expect(errors.some((error) => /^LLM_CONTEXT_TOKENS must be at least \d+ for fact-check-deep$/.test(error))).toBe(true)
})
