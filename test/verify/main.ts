import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { changedFiles } from './changed-files.ts'
import { runStep } from './run-step.ts'
import { stepsFor } from './steps.ts'
import { touchedTests } from './touched-tests.ts'
import { typedFiles } from './typed-files.ts'

const help = `npm run verify [-- --since COMMIT]

Checks a change before it is committed: format, lint, types, and the tests close to what changed. Without --since, the change is what is
not committed yet, or else the last commit. npm test runs all fast tests, .ci/run everything.
`

const { values } = parseArgs({ options: { since: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } } })
if (values.help) {
  console.log(help)
  process.exit(0)
}

const root = join(import.meta.dirname, '../..')
const changes = changedFiles(root, values.since)
const { files, since } = changes
if (files.length + changes.gone.length === 0) {
  console.log('Nothing has changed.')
  process.exit(0)
}
const tests = touchedTests(root, files)
console.log(`${files.length} files changed (${since}), ${tests.near.length} test files close to them, ${tests.far} more for npm test`)

const failed: string[] = []
const steps = stepsFor(files, tests.near, typedFiles(root, changes))
/** One check on each of two cores. */
async function runNext(): Promise<void> {
  for (let step = steps.shift(); step; step = steps.shift()) {
    const { name, ok, seconds, output } = await runStep(step, root, () => performance.now())
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(8)} ${seconds.toFixed(1)} s`)
    if (ok) continue
    failed.push(name)
    console.log(output.trimEnd())
  }
}

await Promise.all([runNext(), runNext()])
console.log(failed.length === 0 ? `All well after ${(performance.now() / 1000).toFixed(1)} s` : `Failed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
