import { rm } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { figuresOf, story } from './report.ts'
import { runFaults } from './run-faults.ts'

const seed = 20_261_121

async function expectSound(live: boolean, minutes: number): Promise<Record<string, string | number>> {
  const result = await runFaults({ minutes, payers: 25, seed, live, tell: () => {} })
  const wrong = [
    ...result.violations.map((violation) => story(violation, { events: result.faults.events, ledger: result.ledger })),
    ...result.complaints,
  ]
  expect(wrong, `seed ${seed}; the service's log is in ${result.directory}`).toEqual([])
  await rm(result.directory, { recursive: true, force: true })
  return figuresOf(result)
}

describe('under kills, cuts, reorganisations, full disks and a clock that jumps, nobody is charged twice or for nothing', () => {
  test('in a sandbox', async () => {
    const figures = await expectSound(false, 1.2)
    // It was a test at all.
    expect(figures['answered']).toBeGreaterThan(50)
    expect(figures['SIGKILL']).toBeGreaterThan(3)
    expect(figures['reorganisations']).toBeGreaterThan(3)
  })

  test('with nodes and keys of its own', async () => {
    const figures = await expectSound(true, 0.8)
    expect(figures['answered']).toBeGreaterThan(20)
  })
})
