import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { figuresOf, story, table } from './report.ts'
import { runFaults } from './run-faults.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    payers: { type: 'string', default: '50' },
    seed: { type: 'string' },
    live: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
const [minutes, payers] = [Number(values.minutes), Number(values.payers)]
if (!(minutes > 0 && minutes <= 600 && Number.isInteger(payers) && payers > 0 && payers <= 500 && Number.isInteger(seed))) {
  process.stderr.write('npm run faults -- [--minutes 10] [--payers 50] [--seed S] [--live] [--keep] [--json]\n')
  process.exit(2)
}
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(130))

const result = await runFaults({
  minutes,
  payers,
  seed,
  live: values.live,
  tell: (text) => void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`),
})
const figures = figuresOf(result)
const wrong = [...result.violations.map((violation) => story(violation, result)), ...result.complaints]
if (values.json) process.stdout.write(`${JSON.stringify({ ...result.options, figures, wrong }, null, 2)}\n`)
else process.stdout.write(`\n${table(figures)}\n\n${wrong.slice(0, 40).join('\n\n')}\n`)
if (wrong.length === 0 && !values.keep) await rm(result.directory, { recursive: true, force: true })
else
  process.stderr.write(
    `${wrong.length} violations; seed ${seed}; the logs of the service, the faults and the purchases are in ${result.directory}\n`,
  )
process.exitCode = wrong.length === 0 ? 0 : 1
