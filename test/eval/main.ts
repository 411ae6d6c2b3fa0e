import { parseArgs } from 'node:util'
import { evaluateCodeReview } from './code-review/evaluate.ts'
import { evaluateCompanies } from './companies/evaluate.ts'
import { evaluateFactCheck } from './fact-check/evaluate.ts'
import { evaluatePopulation } from './population/evaluate.ts'
import { evaluateHostile } from './sanctions/evaluate-hostile.ts'
import { evaluateSanctions } from './sanctions/evaluate.ts'
import { evaluateUn } from './sanctions/evaluate-un.ts'
import { evaluateSpellings } from './sanctions/spellings/evaluate-spellings.ts'
import { evaluateSentiment } from './sentiment/evaluate.ts'
import { evaluateSummaries } from './summarize/evaluate.ts'
import { evaluateTranslation } from './translate/evaluate.ts'

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    misses: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    un: { type: 'string' },
    set: { type: 'string', multiple: true, default: [] },
    ref: { type: 'string' },
  },
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
  population: () => evaluatePopulation(),
  'fact-check': () => evaluateFactCheck(values),
  sentiment: () => evaluateSentiment(values),
  summarize: () => evaluateSummaries(values),
  translate: () => evaluateTranslation(values),
  'code-review': () => evaluateCodeReview(values),
}

const unknown = names.filter((name) => !Object.hasOwn(evaluations, name))
if (unknown.length > 0) {
  console.error(`No evaluation is called ${unknown.join(', ')}. There are: ${Object.keys(evaluations).join(', ')}.`)
  process.exitCode = 1
} else {
  for (const [name, evaluate] of Object.entries(evaluations)) if (names.length === 0 || names.includes(name)) await evaluate()
}
