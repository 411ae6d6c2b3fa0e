import { rm } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { InstancesOptions } from './instances-options.ts'
import { instancesFigures, instancesWrong } from './instances-report.ts'
import { runInstances } from './run-instances.ts'

const seed = 20_261_122
const load = { instances: 3, payers: 20, seed, killEvery: 20, postgresEnds: 'crash', report: () => {} } as const

async function expectNoViolation(options: Pick<InstancesOptions, 'seconds' | 'rolling'>): Promise<Record<string, string | number>> {
  const result = await runInstances({ ...load, ...options })
  expect(instancesWrong(result), `seed ${seed}; the logs are in ${result.directory}`).toEqual([])
  await rm(result.directory, { recursive: true, force: true })
  return instancesFigures(result)
}

describe('three instances that share a ledger on PostgreSQL', () => {
  test('are killed, and so is their database: no payer is charged twice or without an answer, and free calls are counted exactly', async () => {
    const figures = await expectNoViolation({ seconds: 60, rolling: false })
    // The run tested something.
    expect(figures).toMatchObject({ SIGKILL: 3, 'PostgreSQL restarts': 1 })
    expect(figures['answered']).toBeGreaterThan(100)
    expect(figures['payments cut off']).toBeGreaterThan(0)
    expect(figures['addresses that used up their quota']).toBeGreaterThan(5)
    expect(figures['wallets with several first calls at once']).toBeGreaterThan(5)
  })

  test('are restarted one after the other: no call fails', async () => {
    const figures = await expectNoViolation({ seconds: 30, rolling: true })
    expect(figures['restarts in order']).toBeGreaterThanOrEqual(3)
    expect(figures['answered']).toBeGreaterThan(100)
  })
})
