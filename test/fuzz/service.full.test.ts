import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzz, missed } from './run-fuzz.ts'
import { openServiceUnderFuzz, type ServiceUnderFuzz } from './service/fuzz-service.ts'

let service: ServiceUnderFuzz
beforeAll(async () => {
  service = await openServiceUnderFuzz({ wallets: 2, raw: 10 })
})
afterAll(() => service?.close())

test('the whole service answers every request in its own words, and never with a 500', async () => {
  const report = await fuzz(service.target, { seed: 1, runs: 120 })
  expect(missed(service.target, report)).toEqual([])
})
