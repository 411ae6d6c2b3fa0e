import { expect, test } from 'vitest'
import { headerTargets } from './decoders/headers.ts'
import { paymentTargets } from './decoders/payments.ts'
import { contractTargets } from './decoders/contracts.ts'
import { nodeTargets } from './decoders/nodes.ts'
import { requestTargets } from './decoders/requests.ts'
import { termTargets } from './decoders/terms.ts'
import { upstreamTargets } from './decoders/upstreams.ts'
import { fuzz, missed } from './run-fuzz.ts'

test.each([...paymentTargets, ...headerTargets, ...termTargets, ...requestTargets, ...nodeTargets, ...contractTargets, ...upstreamTargets])('$name', async (target) => {
  const a = performance.now()
  const report = await fuzz(target, { seed: 1, runs: Number(process.env['RUNS'] ?? 3_000) * (target.share ?? 1) })
  console.log((performance.now()-a).toFixed(), report)
  expect(missed(target, report)).toEqual([])
})
