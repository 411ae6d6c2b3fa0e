import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { machineText } from './harness/machine.ts'
import { sectionOf, summaryOf, type Ran } from './harness/report.ts'
import { subjects } from './subjects.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const chosen = values.only ? subjects.filter(({ name }) => values.only?.includes(name)) : subjects
if (chosen.length === 0) {
  process.stderr.write(`Unknown subject. Use one of: ${subjects.map(({ name }) => name).join(', ')}\n`)
  process.exit(2)
}

const ran: Ran[] = []
for (const subject of chosen) {
  const started = performance.now()
  const result = await subject.run(values.quick ? 'quick' : 'full')
  const one = { subject, result, seconds: (performance.now() - started) / 1000 }
  ran.push(one)
  if (!values.json) process.stdout.write(`${sectionOf(one)}\n\n`)
}

if (values.json) {
  process.stdout.write(`${JSON.stringify(ran.map(({ subject: { name }, result }) => ({ name, ...result })))}\n`)
} else {
  process.stdout.write(`## Targets\n\n${summaryOf(ran)}\n`)
}
// Only the figures of a whole run can be compared with each other.
if (!values.only && !values.quick) {
  const parts = ['# Results', machineText(), '## Targets', summaryOf(ran), ...ran.map(sectionOf)]
  writeFileSync(new URL('./RESULTS.md', import.meta.url), `${parts.join('\n\n')}\n`)
}
process.exit(0)
