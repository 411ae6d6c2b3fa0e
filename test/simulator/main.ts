import { parseArgs } from 'node:util'
import { availableParallelism } from 'node:os'
import { runMany } from './run-many.ts'
import { run, type RunResult } from './run.ts'

const help = `npm run simulate -- [--seeds N] [--seed S] [--jobs N] [--story] [--json]

Plays the real gate, ledger and settler from a seed, against simulated chains, a database that loses power, and payers
of every kind, and holds the books against what happened. Same seed, same run.

  --seeds N   runs S to S+N-1 (default 300)
  --seed S    the first seed (default 1); alone it replays one run and tells its story
  --jobs N    processes (default: the cores)
  --story     tells the story of each run
  --json      a line of JSON for each run
`

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    seed: { type: 'string' },
    jobs: { type: 'string' },
    story: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

function whole(name: string, text: string | undefined, least: number, otherwise: number): number {
  if (text === undefined) return otherwise
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= least) return number
  console.error(`--${name}: expected a whole number of at least ${least}, got ${JSON.stringify(text)}`)
  process.exit(2)
}

if (values.help) {
  console.log(help)
  process.exit(0)
}
const first = whole('seed', values.seed, 0, 1)
const alone = values.seed !== undefined && values.seeds === undefined
const count = alone ? 1 : whole('seeds', values.seeds, 1, 300)
const jobs = whole('jobs', values.jobs, 1, availableParallelism())

if (alone || values.story) {
  let broken = false
  for (let seed = first; seed < first + count; seed += 1) {
    const result = await run(seed, { story: true })
    for (const line of result.story) console.log(line)
    report(result)
    broken ||= result.violations.length > 0
  }
  process.exit(broken ? 1 : 0)
}

const startedAt = Date.now()
const totals = await runMany({ first, count, jobs, done: report })
const seconds = ((Date.now() - startedAt) / 1000).toFixed(0)
if (!values.json) {
  const { states, purchases, answered, lives, steps } = totals
  const list = Object.entries(states).toSorted().map(([state, payments]) => `${payments} ${state}`).join(', ')
  console.log(`${count} seeds in ${seconds} s: ${purchases} purchases, ${answered} answered; ${list}; ${lives} lives, ${steps} steps`)
  console.log(totals.broken.length === 0 ? 'all invariants hold' : `broken: seeds ${totals.broken.join(', ')}`)
}
process.exit(totals.broken.length === 0 ? 0 : 1)

function report({ seed, violations, figures }: Omit<RunResult, 'story'>): void {
  if (values.json) console.log(JSON.stringify({ seed, violations, ...figures }))
  else for (const violation of violations) console.log(`seed ${seed}: ${violation}`)
  if (!values.json && violations.length > 0 && !alone) console.log(`  npm run simulate -- --seed ${seed}`)
}
