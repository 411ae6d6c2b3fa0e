import { expect, test } from 'vitest'
import { stepsFor } from './steps.ts'

const namesOf = (...all: Parameters<typeof stepsFor>) => stepsFor(...all).map(({ name }) => name)
const commandOf = (wanted: string, ...all: Parameters<typeof stepsFor>) => stepsFor(...all).find(({ name }) => name === wanted)?.command

test('code is checked for its format, lint, imports and types', () => {
  const [file, test] = ['src/gate/gate.ts', 'src/gate/gate.test.ts']
  expect(namesOf([file], [test], [file, test])).toEqual(['types', 'tests', 'lint', 'imports', 'format'])
})

test('a page of the docs is checked for its format only', () => {
  expect(namesOf(['docs/tests.md'], [], [])).toEqual(['format'])
})

test('packages that changed can change types', () => {
  expect(namesOf(['package-lock.json'], [], 'all')).toEqual(['types', 'format'])
})

test('the types of the files that a change can break are checked, or those of all', () => {
  expect(commandOf('types', ['src/a.ts'], [], ['src/a.ts', 'src/b.ts'])?.slice(-2)).toEqual(['src/a.ts', 'src/b.ts'])
  expect(commandOf('types', ['tsconfig.json'], [], 'all')?.at(-1)).toBe('all')
})

test('only changed files are linted, or all when the rules have changed', () => {
  expect(commandOf('lint', ['src/gate/gate.ts', 'README.md'], [], [])?.slice(-2)).toEqual([
    '--no-error-on-unmatched-pattern',
    'src/gate/gate.ts',
  ])
  expect(commandOf('lint', ['oxlint.config.ts'], [], [])?.at(-1)).toBe('--no-error-on-unmatched-pattern')
})
