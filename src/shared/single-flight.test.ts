import { expect, test } from 'vitest'
import { createSingleFlight } from './single-flight.ts'

test('calls with the same key share one run while it lasts, and the next call starts a new one', async () => {
  const share = createSingleFlight<string, number>()
  let runs = 0
  const run = async () => ++runs
  expect(await Promise.all([share('a', run), share('a', run), share('b', run)])).toEqual([1, 1, 2])
  expect(await share('a', run)).toBe(3)
})

test('a failure is shared too, and is not remembered', async () => {
  const share = createSingleFlight<string, number>()
  const failing = async (): Promise<number> => {
    throw new Error('broken')
  }
  const outcomes = await Promise.allSettled([share('a', failing), share('a', failing)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await share('a', async () => 1)).toBe(1)
})
