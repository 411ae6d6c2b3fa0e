import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { longFunctions } from '../oxlint.config.ts'
import { allowed, forbiddenImports, forbiddenUses } from './planted-violations.ts'

const root = join(import.meta.dirname, '..')
const copy = mkdtempSync(join(tmpdir(), 'farthing-lint-'))
const copied = ['package.json', 'tsconfig.json', '.dependency-cruiser.cjs', 'oxlint.config.ts']

interface Lint {
  readonly output: string
  readonly failed: boolean
}

async function lint(script: string, ...more: readonly string[]): Promise<Lint> {
  const child = spawn('npm', ['run', '-s', script, '--', ...more], { cwd: copy, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const output = await text(child.stdout)
  const [code] = await ended
  return { output, failed: code !== 0 }
}

/** Writes a file into the copy, unless it is there. */
function write(file: string, content: string): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true })
  if (!existsSync(join(copy, file))) writeFileSync(join(copy, file), `${content}\n`)
}

/** What a planted file imports of ours and exists in the project: the linters look for it. */
function importedFiles(file: string, content: string): string[] {
  const paths = [...content.matchAll(/'(\.[^']+)'/g)].map(([, path = '']) => join(dirname(file), path))
  return paths.filter((path) => existsSync(join(root, path)))
}

let imports: Lint
let code: Lint

beforeAll(async () => {
  for (const name of copied) cpSync(join(root, name), join(copy, name))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const [file, content] of [...forbiddenUses, ...forbiddenImports, ...allowed]) write(file, content)
  for (const [file, content] of [...forbiddenImports, ...allowed]) importedFiles(file, content).forEach((one) => write(one, 'export {}'))
  for (const folder of ['goods', 'sandbox', 'bench', 'test']) mkdirSync(join(copy, folder), { recursive: true })
  // Only the planted files: `npm run lint` reads all files, and their types take long.
  const planted = [...forbiddenUses, ...allowed].map(([file]) => file)
  ;[imports, code] = await Promise.all([lint('lint:imports'), lint('lint:code', '--format=unix', ...planted)])
})
afterAll(() => rmSync(copy, { recursive: true }))

describe('the import rules', () => {
  // With a compiler that it does not know it reads nothing, and finds no fault.
  test('are checked on every module of ours', () => {
    const cruised = Number(/(\d+) modules, \d+ dependencies cruised/.exec(imports.output)?.[1])
    const ours = globSync('{src,goods,sandbox,bench,test}/**/*.ts', { cwd: copy }).length
    expect(ours).toBeGreaterThan(50)
    expect(cruised).toBeGreaterThanOrEqual(ours)
  })

  test.each(forbiddenImports)('find %s: %s', (file, _, rule) => {
    expect(imports.failed).toBe(true)
    expect(imports.output).toMatch(new RegExp(`error ${rule}: ${file.replaceAll('.', '[.]')} →`))
  })

  test('leave alone what is allowed', () => {
    for (const [file] of allowed) expect(imports.output).not.toContain(`: ${file} `)
  })
})

describe('the rules of use', () => {
  test.each(forbiddenUses)('find %s: %s', (file, _, rule) => {
    expect(code.failed).toBe(true)
    expect(code.output).toMatch(new RegExp(`^${file.replaceAll('.', '[.]')}:.*\\(${rule}\\)\\]$`, 'm'))
  })

  test('leave alone what is allowed', () => {
    for (const [file] of allowed) expect(code.output).not.toMatch(new RegExp(`^${file}:.*no-restricted`, 'm'))
  })
})

test('no row of the list of long functions is higher than its file needs', async () => {
  const path = join(copy, 'long.json')
  const rule = ['error', { max: 60, skipBlankLines: false, skipComments: false }]
  writeFileSync(path, JSON.stringify({ categories: { correctness: 'off' }, rules: { 'max-lines-per-function': rule } }))
  const rows = Object.entries(longFunctions).map(([file, lines]) => ({
    file,
    lines,
    found: globSync(file, { cwd: root, exclude: ['node_modules'] }),
  }))
  const files = rows.flatMap(({ found }) => found)
  const child = spawn('npx', ['oxlint', '-c', path, '--format=unix', ...files], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const output = await text(child.stdout)
  const longest = (file: string) =>
    [...output.matchAll(/^([^:]+):.*too many lines \((\d+)\)/gm)].filter(([, at]) => at === file).map(([, , lines]) => Number(lines))
  const needed = rows.map(({ file, lines, found }) => ({ file, lines, needed: Math.max(60, ...found.flatMap(longest)) }))
  expect(needed.filter((row) => row.needed !== row.lines)).toEqual([])
})
