import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { instancesFigures, instancesWrong, machineLine } from './instances-report.ts'
import { figuresOf, describeViolation, table } from './report.ts'
import { runFaults } from './run-faults.ts'
import { runInstances } from './run-instances.ts'

const usage = `npm run faults -- [--minutes 10] [--payers 50] [--seed S] [--live] [--keep] [--json]
npm run faults -- --instances 3 [--seconds 180] [--kill-every 20] [--postgres crash|fast|none] [--payers 50] [--seed S] [--keep] [--json]
npm run faults -- --instances 3 --rolling [--seconds 60] [--payers 50] [--seed S] [--keep] [--json]
`
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    payers: { type: 'string', default: '50' },
    seed: { type: 'string' },
    live: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    instances: { type: 'string' },
    seconds: { type: 'string' },
    'kill-every': { type: 'string', default: '20' },
    postgres: { type: 'string', default: 'crash' },
    rolling: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
const [minutes, payers] = [Number(values.minutes), Number(values.payers)]
const [instances, seconds] = [Number(values.instances ?? 3), Number(values.seconds ?? (values.rolling ? 60 : 180))]
const [killEvery, postgresEnds] = [Number(values['kill-every']), values.postgres]
const isWhole = (value: number, min: number, max: number) => Number.isInteger(value) && value >= min && value <= max
const isValid =
  minutes > 0 &&
  minutes <= 600 &&
  isWhole(payers, 1, 500) &&
  Number.isInteger(seed) &&
  isWhole(instances, 1, 20) &&
  isWhole(seconds, 1, 36_000) &&
  isWhole(killEvery, 0, 36_000)
if (!isValid || (postgresEnds !== 'crash' && postgresEnds !== 'fast' && postgresEnds !== 'none')) {
  process.stderr.write(usage)
  process.exit(2)
}
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(130))
const report = (text: string) => void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`)

const { options, figures, wrong, directory } = values.instances === undefined ? await withFaults() : await withInstances()
if (values.json) process.stdout.write(`${JSON.stringify({ ...options, figures, wrong }, null, 2)}\n`)
else process.stdout.write(`\n${table(figures)}\n\n${wrong.slice(0, 40).join('\n\n')}\n`)
if (wrong.length === 0 && !values.keep) await rm(directory, { recursive: true, force: true })
else
  process.stderr.write(
    `${wrong.length} violations; seed ${seed}; the logs of the service, the faults and the purchases are in ${directory}\n`,
  )
process.exitCode = wrong.length === 0 ? 0 : 1

async function withFaults() {
  const result = await runFaults({ minutes, payers, seed, live: values.live, report })
  const stories = result.violations.map((violation) =>
    describeViolation(violation, { events: result.faults.events, ledger: result.ledger }),
  )
  return { options: result.options, figures: figuresOf(result), wrong: [...stories, ...result.complaints], directory: result.directory }
}

async function withInstances() {
  const { rolling } = values
  const ends = postgresEnds as 'crash' | 'fast' | 'none'
  const result = await runInstances({ instances, seconds, payers, seed, killEvery, postgresEnds: ends, rolling, report })
  report(machineLine())
  return { options: result.options, figures: instancesFigures(result), wrong: instancesWrong(result), directory: result.directory }
}
