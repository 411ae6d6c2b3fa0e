import { parseArgs } from 'node:util'
import { evaluateCompanies } from './companies/evaluate.ts'
import { evaluateHostile } from './sanctions/evaluate-hostile.ts'
import { evaluateSanctions } from './sanctions/evaluate.ts'
import { evaluateUn } from './sanctions/evaluate-un.ts'
import { evaluateSpellings } from './sanctions/spellings/evaluate-spellings.ts'

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { misses: { type: 'boolean', default: false }, json: { type: 'boolean', default: false }, un: { type: 'string' } },
})

/** Every evaluation by name. Each prints its own figures. */
const evaluations: Readonly<Record<string, () => Promise<void> | void>> = {
  sanctions: async () => {
    await evaluateSanctions(values)
    if (values.un !== undefined) evaluateUn(values.un, values)
  },
  hostile: () => evaluateHostile(),
  spellings: () => evaluateSpellings(values),
  companies: () => evaluateCompanies(values),
}

const unknown = names.filter((name) => !Object.hasOwn(evaluations, name))
if (unknown.length > 0) {
  console.error(`No evaluation is called ${unknown.join(', ')}. There are: ${Object.keys(evaluations).join(', ')}.`)
  process.exitCode = 1
} else {
  for (const [name, evaluate] of Object.entries(evaluations)) if (names.length === 0 || names.includes(name)) await evaluate()
}
