import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { affordableInputTokens, fittingCodePoints, jsonBytes, maxInputTokens, worstCostOf } from './worst-case.ts'
import { anyText } from '../../test/support/any-text.ts'

const text = anyText({ maxLength: 60 })

describe('the start of a text that fits', () => {
  test('takes at most so many bytes as JSON, and one more code point would take more', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 200 }), (text, maxBytes) => {
        const points = [...text]
        const count = fittingCodePoints(text, maxBytes)
        expect(jsonBytes(points.slice(0, count).join(''))).toBeLessThanOrEqual(maxBytes)
        if (count < points.length) expect(jsonBytes(points.slice(0, count + 1).join(''))).toBeGreaterThan(maxBytes)
      }),
    )
  })

  test('of halves of surrogate pairs counts their escapes', () => {
    expect(jsonBytes('\ud800')).toBe(6)
    expect(fittingCodePoints('a\ud800b', 6)).toBe(1)
    expect(fittingCodePoints('a\ud800b', 7)).toBe(2)
  })

  test('is nothing where nothing fits', () => {
    expect(fittingCodePoints('abc', -1)).toBe(0)
  })
})

test('what is affordable costs less than the limit, and one token more does not', () => {
  const prompt = { instructions: 'i', data: 'd', marker: 'm', schema: {}, maxOutputTokens: 100 }
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 1_000n }),
      fc.bigInt({ min: 0n, max: 1_000n }),
      fc.bigInt({ min: 1n, max: 10_000_000n }),
      (input, output, below) => {
        const limits = { below, prices: { input, output }, contextTokens: 1_000_000_000 }
        const tokens = affordableInputTokens(prompt, limits)
        const cost = (count: number) => BigInt(count) * input + 100n * output
        if (tokens >= 0) expect(cost(tokens)).toBeLessThan(below)
        expect(cost(tokens + 1)).toBeGreaterThanOrEqual(below)
      },
    ),
  )
})

test('a free model is limited by its context alone', () => {
  const limits = { below: 1n, prices: { input: 0n, output: 0n }, contextTokens: 4_096 }
  expect(affordableInputTokens({ maxOutputTokens: 900 }, limits)).toBe(3_196)
})

test('the bound counts every byte that is sent, and what a provider may add', () => {
  const prompt = { instructions: 'ä', data: '😀', marker: 'm', schema: { type: 'object' }, maxOutputTokens: 10 }
  expect(maxInputTokens(prompt)).toBe(2 + 4 + 17 + 1_000)
  expect(worstCostOf(prompt, { input: 2n, output: 3n })).toBe(1_023n * 2n + 30n)
})
