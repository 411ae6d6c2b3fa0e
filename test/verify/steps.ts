import type { Step } from './run-step.ts'

/** What each tool remembers of its last run. */
const cache = 'node_modules/.cache/verify'

const isCode = (file: string) => /\.(ts|js|cjs|mjs)$/.test(file)

/**
 * The checks of a change, those that take longest first. What changes the rules of a tool has all files checked by it.
 * @param changed paths from the root
 * @param tests paths of test files
 */
export function stepsFor(changed: readonly string[], tests: readonly string[]): Step[] {
  const code = changed.filter(isCode)
  const formatted = changed.includes('.oxfmtrc.json') ? ['.'] : changed
  const linted = changed.includes('oxlint.config.ts') ? [] : code
  const steps: Step[] = []
  if (code.length > 0 || changed.some((file) => /^(package(-lock)?|tsconfig)\.json$/.test(file)))
    steps.push({ name: 'types', command: ['tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', `${cache}/types.json`] })
  if (tests.length > 0) steps.push({ name: 'tests', command: ['vitest', 'run', '--reporter=dot', ...tests] })
  if (code.length > 0) {
    const cruise = ['--config', '.dependency-cruiser.cjs', '--cache', `${cache}/imports`, '--cache-strategy', 'content']
    steps.push({ name: 'lint', command: ['oxlint', '--deny-warnings', '--type-aware', ...linted] })
    steps.push({ name: 'imports', command: ['depcruise', ...cruise, 'src', 'sandbox', 'bench', 'test'] })
  }
  steps.push({ name: 'format', command: ['oxfmt', '--check', '--no-error-on-unmatched-pattern', ...formatted] })
  return steps
}
