import { parseArgs } from 'node:util'
import { availableParallelism } from 'node:os'
import { instancesNamed } from './instance-count.ts'
import { runMany } from './run-many.ts'
import { plantedSeeds, runPlanted, type Caught } from './planted/run-planted.ts'
import { run, type RunResult } from './run.ts'

const help = `npm run simulate -- [--seeds N] [--seed S] [--instances I] [--jobs N] [--scenario] [--json]

Runs the real gate, ledger and settler from a seed, against simulated chains, a database that loses power, and many kinds
of payers, and compares the books with what happened. The same seed gives the same run.

  --seeds N   runs S to S+N-1 (default 300)
  --seed S    the first seed (default 1); alone, it runs this seed and prints its scenario
  --instances I  1, 2 or 3; several: two or three, as the seed decides; mixed (default): one for odd seeds, several for even seeds
  --jobs N    number of processes (default: one per core)
  --scenario  prints the scenario of each run: every event, in order
  --json      prints one line of JSON per run
  --planted   makes one line of the service wrong on purpose, one fault after the other, and prints which of 600 seeds caught it
  --plant N   the same for the fault of this name
`

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    seed: { type: 'string' },
    instances: { type: 'string', default: 'mixed' },
    jobs: { type: 'string' },
    scenario: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
    plant: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

function whole(name: string, text: string | undefined, min: number, fallback: number): number {
  if (text === undefined) return fallback
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= min) return number
  console.error(`--${name}: expected a whole number of at least ${min}, got ${JSON.stringify(text)}`)
  process.exit(2)
}

if (values.help) {
  console.log(help)
  process.exit(0)
}
const first = whole('seed', values.seed, 0, 1)
const alone = values.seed !== undefined && values.seeds === undefined
const count = alone ? 1 : whole('seeds', values.seeds, 1, 300)
const instances = instancesNamed(values.instances)
if (instances === undefined) {
  console.error(`--instances: expected 1, 2, 3, several or mixed, got ${JSON.stringify(values.instances)}`)
  process.exit(2)
}
const jobs = whole('jobs', values.jobs, 1, availableParallelism())

if (values.planted || values.plant !== undefined) {
  const results = await runPlanted({
    ...(values.plant === undefined ? {} : { name: values.plant }),
    first,
    count: values.seeds === undefined ? plantedSeeds : count,
    jobs,
    done: tellCaught,
  })
  const missed = results.filter(({ seed }) => seed === null)
  console.log(`${results.length - missed.length} of ${results.length} planted faults caught`)
  process.exit(results.length > 0 && missed.length === 0 ? 0 : 1)
}

if (alone || values.scenario) {
  let broken = false
  for (let seed = first; seed < first + count; seed += 1) {
    const result = await run(seed, { scenario: true, instances })
    for (const line of result.scenario) console.log(line)
    report(result)
    broken ||= result.violations.length > 0
  }
  process.exit(broken ? 1 : 0)
}

const startedAt = Date.now()
const totals = await runMany({ first, count, jobs, instances, done: report })
const seconds = ((Date.now() - startedAt) / 1000).toFixed(0)
if (!values.json) {
  const { states, purchases, answered, processRuns, steps } = totals
  const list = Object.entries(states)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([state, payments]) => `${payments} ${state}`)
    .join(', ')
  console.log(
    `${count} seeds in ${seconds} s: ${purchases} purchases, ${answered} answered; ${list}; ${processRuns} process runs, ${steps} steps`,
  )
  console.log(totals.broken.length === 0 ? 'all invariants hold' : `broken: seeds ${totals.broken.join(', ')}`)
}
process.exit(totals.broken.length === 0 ? 0 : 1)

function tellCaught({ fault, seed, violation }: Caught): void {
  if (values.json) console.log(JSON.stringify({ name: fault.name, seed, violation }))
  else console.log(`${fault.name.padEnd(36)} ${seed === null ? 'NOT CAUGHT' : `seed ${seed}: ${violation}`}`)
}

function report({ seed, violations, figures }: Omit<RunResult, 'story'>): void {
  if (values.json) console.log(JSON.stringify({ seed, violations, ...figures }))
  else for (const violation of violations) console.log(`seed ${seed}: ${violation}`)
  if (!values.json && violations.length > 0 && !alone) console.log(`  npm run simulate -- --seed ${seed}`)
}
