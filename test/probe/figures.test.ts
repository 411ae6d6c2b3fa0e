import { expect, test } from 'vitest'
import { figuresOf, inWords } from './figures.ts'

test('the 99th percentile of a hundred calls is the second longest', () => {
  const calls = Array.from({ length: 100 }, (_, at) => ({ ms: 100 - at, status: 200 }))
  expect(figuresOf(calls)).toEqual({ calls: 100, p50: 50, p99: 99, max: 100, statuses: { 200: 100 } })
})

test('of few calls it is the longest one', () => {
  expect(figuresOf([3, 1, 2].map((ms) => ({ ms, status: 200 })))).toMatchObject({ p50: 2, p99: 3 })
})

test('figures say how often each status was answered', () => {
  const calls = [200, 503, 200].map((status) => ({ ms: 1.26, status }))
  expect(inWords(figuresOf(calls))).toBe('p50 1.3 ms, p99 1.3 ms, longest 1.3 ms of 3 (2 times 200, 1 times 503)')
})
