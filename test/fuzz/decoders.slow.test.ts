import { afterAll, expect, test } from 'vitest'
import { allTargets } from './decoders/all-targets.ts'
import { chosenSeed, reportLines } from './report-lines.ts'
import { fuzz, missed, runsOf, type Report } from './run-fuzz.ts'

const base = 16_000
const seed = chosenSeed()
const reports: Report[] = []
afterAll(() => void process.stdout.write(reportLines(reports, seed)))

test.each(allTargets)(`$name: whatever comes of seed ${seed}, it keeps its promise`, async (target) => {
  const report = await fuzz(target, { seed, runs: runsOf(target, base) })
  reports.push(report)
  expect(missed(target, report)).toEqual([])
})

test('that was a million', () => {
  expect(allTargets.reduce((sum, target) => sum + runsOf(target, base), 0)).toBeGreaterThanOrEqual(1_000_000)
})
