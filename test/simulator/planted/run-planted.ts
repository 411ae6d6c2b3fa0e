import { runMany } from '../run-many.ts'
import type { PlantedFault } from './planted-fault.ts'
import { plantedFaults } from './planted-faults.ts'

/** Nearly all faults show within a hundred seeds. The rarest needs open transactions that fail while the gas budget is nearly spent. */
export const plantedSeeds = 600

export interface Caught {
  readonly fault: PlantedFault
  /** Null when no seed caught it. */
  readonly seed: number | null
  readonly violation: string
}

/** Plants each fault, or the one of this name, and runs seeds until one breaks an invariant. */
export async function runPlanted(options: {
  readonly name?: string
  readonly first: number
  readonly count: number
  readonly jobs: number
  done(caught: Caught): void
}): Promise<Caught[]> {
  const chosen = plantedFaults.filter(({ name }) => options.name === undefined || name === options.name)
  const results: Caught[] = []
  for (const fault of chosen) {
    let violation = ''
    const totals = await runMany({
      ...options,
      instances: fault.several ? 'several' : 1,
      untilBroken: true,
      execArgv: ['--import', new URL('plant.ts', import.meta.url).href],
      environment: { FARTHING_PLANTED: fault.name },
      done: (result) => void (violation ||= result.violations[0] ?? ''),
    })
    const caught = { fault, seed: totals.broken[0] ?? null, violation }
    results.push(caught)
    options.done(caught)
  }
  return results
}
