import { rm } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { figuresOf, describeViolation } from './report.ts'
import { runFaults } from './run-faults.ts'

const seed = 20_261_121

async function expectNoViolation(live: boolean, minutes: number): Promise<Record<string, string | number>> {
  const result = await runFaults({ minutes, payers: 25, seed, live, report: () => {} })
  const wrong = [
    ...result.violations.map((violation) => describeViolation(violation, { events: result.faults.events, ledger: result.ledger })),
    ...result.complaints,
  ]
  expect(wrong, `seed ${seed}; the service's log is in ${result.directory}`).toEqual([])
  await rm(result.directory, { recursive: true, force: true })
  return figuresOf(result)
}

describe('under kills, cut connections, reorganisations, full disks and a jumping clock, no payer is charged twice or without an answer', () => {
  test('in a sandbox', async () => {
    const figures = await expectNoViolation(false, 1.2)
    // The run tested something.
    expect(figures['answered']).toBeGreaterThan(50)
    expect(figures['SIGKILL']).toBeGreaterThan(3)
    expect(figures['reorganisations']).toBeGreaterThan(3)
  })

  test('with its own nodes and keys', async () => {
    const figures = await expectNoViolation(true, 0.8)
    expect(figures['answered']).toBeGreaterThan(20)
  })
})
