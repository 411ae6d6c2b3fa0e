import { evaluateSanctions } from './sanctions/evaluate.ts'

/** Every evaluation by name. Each prints its own figures. */
const evaluations: Readonly<Record<string, (flags: ReadonlySet<string>) => Promise<void>>> = {
  sanctions: evaluateSanctions,
}

const words = process.argv.slice(2)
const flags = new Set(words.filter((word) => word.startsWith('--')))
const names = words.filter((word) => !word.startsWith('--'))
const unknown = names.filter((name) => !Object.hasOwn(evaluations, name))
if (unknown.length > 0) {
  console.error(`No evaluation is called ${unknown.join(', ')}. There are: ${Object.keys(evaluations).join(', ')}.`)
  process.exitCode = 1
} else {
  for (const [name, evaluate] of Object.entries(evaluations)) if (names.length === 0 || names.includes(name)) await evaluate(flags)
}
