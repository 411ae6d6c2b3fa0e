import type { Report } from './run-fuzz.ts'

/** Lines for people: the number of inputs, their outcomes, and the slowest one. */
export function reportLines(reports: readonly Report[], seed: number): string {
  const total = reports.reduce((sum, { runs }) => sum + runs, 0)
  const lines = reports.map(({ name, runs, outcomes, slowestMs }) => {
    const kinds = Object.entries(outcomes).toSorted(([, one], [, other]) => other - one)
    const told = kinds.map(([outcome, count]) => `${outcome} ${count}`).join(', ')
    return `${String(runs).padStart(8)}  ${slowestMs.toFixed(1).padStart(6)} ms  ${name}: ${told}`
  })
  const slowest = reports.toSorted((one, other) => other.slowestMs - one.slowestMs)[0]
  return [
    `${total} inputs of seed ${seed} (FUZZ_SEED=${seed} makes them again); slowest of each:`,
    ...lines,
    `slowest of all: ${slowest?.slowestMs.toFixed(1)} ms, ${slowest?.name}: ${slowest?.slowest}`,
    '',
  ].join('\n')
}

/** The seed from the environment, otherwise a new one each time. */
export function chosenSeed(): number {
  return Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000_000)
}
