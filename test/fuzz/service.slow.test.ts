import { afterAll, expect, test } from 'vitest'
import { seedFor } from './seeded-random.ts'
import { chosenSeed, reportLines } from './report-lines.ts'
import { fuzz, missed, type Report } from './run-fuzz.ts'
import { openServiceUnderFuzz } from './service/fuzz-service.ts'

const seed = chosenSeed()
const reports: Report[] = []
afterAll(() => void process.stdout.write(reportLines(reports, seed)))

// Each round has its own service, because a payment signed at the start is valid for a few minutes only.
test.each([1, 2, 3, 4])(`whatever is asked of the whole service, seed ${seed}, round %i`, async (round) => {
  const service = await openServiceUnderFuzz({ wallets: 6, raw: 6 })
  try {
    const report = await fuzz(service.target, { seed: seedFor(seed, round), runs: 5_000 })
    reports.push(report)
    expect(missed(service.target, report)).toEqual([])
    const deeper = [
      '200 again',
      '402 invalid_exact_evm_signature',
      '402 invalid_challenge',
      '402 payment_already_used',
      '503 transaction_not_found',
    ]
    expect(missed({ reaches: deeper }, report)).toEqual([])
  } finally {
    await service.close()
  }
})
