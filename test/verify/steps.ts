import type { Step } from './run-step.ts'
import type { TypedFiles } from './typed-files.ts'

/** What each tool remembers of its last run. */
const cache = 'node_modules/.cache/verify'

/** Some files that change are not linted, such as samples of faulty code. */
const lint = ['oxlint', '--deny-warnings', '--type-aware', '--no-error-on-unmatched-pattern'] as const

const isCode = (file: string) => /\.(ts|js|cjs|mjs)$/.test(file)

/**
 * The checks of a change, those that take longest first. What changes the rules of a tool has all files checked by it.
 * @param changed paths from the root
 * @param tests paths of test files
 * @param typed files whose types the change can break
 */
export function stepsFor(changed: readonly string[], tests: readonly string[], typed: TypedFiles): Step[] {
  const code = changed.filter(isCode)
  const formatted = changed.includes('.oxfmtrc.json') ? ['.'] : changed
  const linted = changed.includes('oxlint.config.ts') ? [] : code
  const steps: Step[] = []
  // The linter's type checker reads the program in a third of the time that tsc takes, and then checks only these files.
  const types: Step = { name: 'types', command: [...lint, '--type-check', '--allow', 'all', ...(typed === 'all' ? [] : typed)] }
  if (typed.length > 0) steps.push(types)
  if (tests.length > 0) steps.push({ name: 'tests', command: ['vitest', 'run', '--reporter=dot', ...tests] })
  if (code.length > 0) {
    const cruise = ['--config', '.dependency-cruiser.cjs', '--cache', `${cache}/imports`, '--cache-strategy', 'content']
    steps.push({ name: 'lint', command: [...lint, ...linted] })
    steps.push({ name: 'imports', command: ['depcruise', ...cruise, 'src', 'goods', 'sandbox', 'bench', 'test'] })
  }
  steps.push({ name: 'format', command: ['oxfmt', '--check', '--no-error-on-unmatched-pattern', ...formatted] })
  return steps
}
