import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { plantedFaults } from './planted/planted-faults.ts'
import { plantedSeeds, runPlanted } from './planted/run-planted.ts'
import { runMany } from './run-many.ts'

const jobs = availableParallelism()

test.each([1, 'several'] as const)('all invariants hold over 2,000 seeds, instances: %s', { timeout: 2_400_000 }, async (instances) => {
  const startedAt = performance.now()
  const broken: string[] = []
  const totals = await runMany({
    first: 1,
    count: 2_000,
    jobs,
    instances,
    done: ({ seed, violations }) => void broken.push(...violations.map((violation) => `seed ${seed}: ${violation}`)),
  })
  console.log(`2,000 seeds in ${((performance.now() - startedAt) / 1000).toFixed(0)} s:`, JSON.stringify(totals))
  expect(broken).toEqual([])
})

test('every fault planted on purpose is caught within 600 seeds', { timeout: 3_600_000 }, async () => {
  const caught = await runPlanted({
    first: 1,
    count: plantedSeeds,
    jobs,
    done: ({ fault, seed, violation }) => console.log(`${fault.name}: ${seed ?? 'not caught'} ${violation}`),
  })
  expect(caught.filter(({ seed }) => seed === null).map(({ fault }) => fault.name)).toEqual([])
  expect(caught).toHaveLength(plantedFaults.length)
})
