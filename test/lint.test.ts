import { globSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import config from '../oxlint.config.ts'
import { forbiddenImports, forbiddenUses } from './planted-violations.ts'

const root = join(import.meta.dirname, '..')

interface ImportRule {
  readonly name: string
  readonly severity: string
}

/** That each of them finds a violation is tested with the linters themselves (`lint.full.test.ts`). */
describe('the import rules', () => {
  test('are errors', () => {
    const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as { forbidden: ImportRule[] }
    const errors = new Set(forbidden.filter(({ severity }) => severity === 'error').map(({ name }) => name))
    expect(forbiddenImports.map(([, , rule]) => rule).filter((rule) => !errors.has(rule))).toEqual([])
  })

  test('have a row for every folder of src, and nothing else lies at its root', () => {
    const rules = readFileSync(join(root, '.dependency-cruiser.cjs'), 'utf8')
    const entries = readdirSync(join(root, 'src'), { withFileTypes: true }).map((one) => `src/${one.name}${one.isDirectory() ? '/' : ''}`)
    expect(entries.filter((entry) => !rules.includes(`  '${entry}': [`))).toEqual([])
    expect(entries.filter((entry) => !entry.endsWith('/')).sort()).toEqual(['src/index.ts', 'src/main.ts', 'src/version.ts'])
  })

  test('have a picture of the folders beside them that names each one', () => {
    const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
    const rows = page.split('\n').filter((line) => line.startsWith('| `') || /^ +\w/.test(line))
    const folders = readdirSync(join(root, 'src'), { withFileTypes: true, recursive: true })
      .filter((one) => one.isDirectory() && !['migrations', 'pictures'].includes(one.name))
      .map((one) => one.name)
    const isNamed = (name: string) => rows.some((row) => new RegExp(`\\b${name}\\b`).test(row.split('|')[1] ?? row))
    expect(folders.filter((name) => !isNamed(name))).toEqual([])
    const lines = readdirSync(join(root, 'goods'), { withFileTypes: true }).filter((one) => one.isDirectory())
    expect(lines.filter(({ name }) => !rows.some((row) => row.startsWith(`| \`${name}\` |`)))).toEqual([])
  })
})

describe('the rules of use', () => {
  test('are errors in the code of the service', () => {
    const ofSrc = config.overrides?.find(({ files }) => files.join() === 'src/**/*.ts,goods/**/*.ts')?.rules
    const rules: Readonly<Record<string, unknown>> = { ...config.rules, ...ofSrc }
    const isError = (rule: string) => [rules[rule] ?? rules[`typescript/${rule}`]].flat()[0] === 'error'
    expect(forbiddenUses.map(([, , rule]) => rule).filter((rule) => !isError(rule))).toEqual([])
  })

  // No lint rule distinguishes `new Date()`, which reads the machine's clock, from `new Date(moment)`.
  test('no code asks the machine for the time by new Date()', () => {
    const asking = globSync('{src,goods}/**/*.ts', { cwd: root }).filter(
      (file) => !file.endsWith('.test.ts') && /\bnew Date\(\)|\bDate\(\)/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(asking).toEqual([])
  })
})
