import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const rows = readFileSync(join(root, 'docs/tests.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
/** Of the table of full tests: a file without the end of its name, and those that guard its rules in the fast tests. */
const guarded = rows
  .filter(([, , , guards]) => guards?.startsWith('`'))
  .map(([, file = '', , guards = '']) => [namesIn(file)[0] ?? '', namesIn(guards)] as const)

function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
}

const isInRoot = (name: string) => /^(test|src|goods\/[^/]+|sandbox)\//.test(name)

test('each full test has a row that says what guards its rules in the fast tests', () => {
  const files = globSync('{src,goods,sandbox,test}/**/*.full.test.ts', { cwd: root }).map((file) => file.replace('.full.test.ts', ''))
  const named = guarded.map(([name]) => (isInRoot(name) ? name : `test/${name}`))
  expect(named.toSorted()).toEqual(files.toSorted())
})

test('each guard is a fast test', () => {
  const missing = guarded
    .flatMap(([, guards]) => guards)
    .filter((name) => {
      const path = isInRoot(name) ? name : `src/${name}`
      return globSync(`${path}.test.ts`, { cwd: root }).filter((file) => !/\.(full|slow|outside)\.test\.ts$/.test(file)).length === 0
    })
  expect(missing).toEqual([])
})
