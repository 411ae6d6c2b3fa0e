import { expect, test } from 'vitest'
import { allTargets } from './decoders/all-targets.ts'
import { fuzz, missed, runsOf } from './run-fuzz.ts'

/** Another million, of another seed every time, is in `decoders.slow.test.ts`. */
const base = 80
/** For targets whose rarer outcomes need more. */
const most = 220

test.each(allTargets)('$name: whatever comes, it keeps its promise', async (target) => {
  const few = await fuzz(target, { seed: 1, runs: runsOf(target, base) })
  if (missed(target, few).length === 0) return
  const report = await fuzz(target, { seed: 1, runs: runsOf(target, most) })
  expect(missed(target, report)).toEqual([])
})
