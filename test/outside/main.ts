import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { keptOutcomes, withOutcomes } from './conformance.ts'
import { groups } from './groups.ts'

const help = `npm run test:outside -- [--slow] [GROUP...]

Runs the service as strangers run it, with programs and on machines that are not ours. Without a name, all groups.
--slow also runs the files that take minutes, GROUP/SUBJECT.slow.outside.test.ts.
What clients and suites of others gave is written to docs/conformance.md.

${Object.entries(groups)
  .map(([name, about]) => `  ${name.padEnd(10)}${about}`)
  .join('\n')}
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h', default: false }, slow: { type: 'boolean', default: false } },
})
if (values.help) {
  console.log(help)
  process.exit(0)
}
const unknown = positionals.filter((name) => !Object.hasOwn(groups, name))
if (unknown.length > 0) {
  console.error(`There is no group ${unknown.join(', ')}. The groups are ${Object.keys(groups).join(', ')}.`)
  process.exit(2)
}

const chosen = positionals.length > 0 ? positionals : Object.keys(groups)
const testsOf = (name: string) => globSync(`test/outside/${name}/**/*.outside.test.ts`)
for (const name of chosen.filter((one) => testsOf(one).length === 0))
  console.log(`The group ${name} has no tests yet: test/outside/${name}/README.md says what will be tried there.`)
const files = chosen.flatMap(testsOf).filter((file) => values.slow || !file.endsWith('.slow.outside.test.ts'))
if (files.length === 0) {
  console.log('0 passed, 0 failed')
  process.exit(0)
}
const directory = mkdtempSync(join(tmpdir(), 'farthing-outcomes-'))
const kept = join(directory, 'outcomes')
const env = { ...process.env, CONFORMANCE_OUTCOMES: kept }
const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'outside', ...files], { stdio: 'inherit', env })
const outcomes = keptOutcomes(kept)
rmSync(directory, { recursive: true })
if (outcomes.length > 0) {
  const page = 'docs/conformance.md'
  writeFileSync(page, withOutcomes(readFileSync(page, 'utf8'), outcomes, new Date().toISOString().slice(0, 10)))
  console.log(`${page} has what this run gave of ${outcomes.length} clients and suites.`)
}
process.exit(status ?? 1)
