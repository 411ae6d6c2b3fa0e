import type { Step } from './run-step.ts'

/** What each tool remembers of its last run. */
const cache = 'node_modules/.cache/verify'

const isCode = (file: string) => /\.(ts|js|cjs|mjs)$/.test(file)

/**
 * The checks of a change, in two rows that run beside each other. What changes the rules of a tool has all files checked by it.
 * @param changed paths from the root
 * @param tests paths of test files
 */
export function stepsFor(
  changed: readonly string[],
  tests: readonly string[],
): { readonly compiler: readonly Step[]; readonly others: readonly Step[] } {
  const code = changed.filter(isCode)
  const formatted = changed.includes('.oxfmtrc.json') ? ['.'] : changed
  const linted = changed.includes('oxlint.config.ts') ? [] : code
  const others: Step[] = [{ name: 'format', command: ['oxfmt', '--check', '--no-error-on-unmatched-pattern', ...formatted] }]
  if (code.length > 0) {
    const cruise = ['--config', '.dependency-cruiser.cjs', '--cache', `${cache}/imports`, '--cache-strategy', 'content']
    others.push({ name: 'lint', command: ['oxlint', '--deny-warnings', '--type-aware', ...linted] })
    others.push({ name: 'imports', command: ['depcruise', ...cruise, 'src', 'sandbox', 'bench', 'test'] })
  }
  if (tests.length > 0) others.push({ name: 'tests', command: ['vitest', 'run', '--reporter=dot', ...tests] })
  const needsTypes = code.length > 0 || changed.some((file) => /^(package(-lock)?|tsconfig)\.json$/.test(file))
  const types: Step = { name: 'types', command: ['tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', `${cache}/types.json`] }
  return { compiler: needsTypes ? [types] : [], others }
}
