import { expect, test } from 'vitest'
import { stepsFor } from './steps.ts'

const namesOf = (changed: readonly string[], tests: readonly string[] = []) => stepsFor(changed, tests).map(({ name }) => name)

test('code is checked for its format, lint, imports and types', () => {
  expect(namesOf(['src/gate/gate.ts'], ['src/gate/gate.test.ts'])).toEqual(['types', 'tests', 'lint', 'imports', 'format'])
})

test('a page of the docs is checked for its format only', () => {
  expect(namesOf(['docs/tests.md'])).toEqual(['format'])
})

test('packages that changed can change types', () => {
  expect(namesOf(['package-lock.json'])).toEqual(['types', 'format'])
})

test('only changed files are linted, or all when the rules have changed', () => {
  const lintOf = (changed: readonly string[]) => stepsFor(changed, []).find(({ name }) => name === 'lint')?.command
  expect(lintOf(['src/gate/gate.ts', 'README.md'])).toEqual(['oxlint', '--deny-warnings', '--type-aware', 'src/gate/gate.ts'])
  expect(lintOf(['oxlint.config.ts'])).toEqual(['oxlint', '--deny-warnings', '--type-aware'])
})
