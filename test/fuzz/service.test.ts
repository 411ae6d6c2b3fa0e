import { expect, test } from 'vitest'
import { fuzz, missed } from './run-fuzz.ts'
import { openServiceUnderFuzz } from './service/fuzz-service.ts'

test('x', async () => {
  const service = await openServiceUnderFuzz({ wallets: 3, raw: 10 })
  try {
    const a = performance.now()
    const report = await fuzz(service.target, { seed: 1, runs: Number(process.env['RUNS'] ?? 1000) })
    console.log((performance.now()-a).toFixed(), report)
    expect(missed(service.target, report)).toEqual([])
  } finally {
    await service.close()
  }
}, 600_000)
