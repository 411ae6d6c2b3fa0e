import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const copy = mkdtempSync(join(tmpdir(), 'farthing-lint-'))
const copied = ['package.json', 'tsconfig.json', '.dependency-cruiser.cjs', 'oxlint.config.ts']

/** Forbidden imports, and the rule that finds each. Imported types count too. */
const forbiddenImports: readonly [file: string, code: string, rule: string][] = [
  ['src/shared/planted.ts', `import '../net/http-client.ts'`, 'shared-imports'],
  ['src/store/planted.ts', `export type { Ledger } from '../ledger/ledger.ts'`, 'store-imports'],
  ['src/net/planted.ts', `export type { Store } from '../store/store.ts'`, 'net-imports'],
  ['src/ledger/planted.ts', `import '../gate/gate.ts'`, 'ledger-imports'],
  ['src/chain/planted.ts', `import '../sources/sources.ts'`, 'chain-imports'],
  ['src/sources/planted.ts', `export type { Chain } from '../chain/chain.ts'`, 'sources-imports'],
  ['src/engines/planted.ts', `export type { Sources } from '../sources/sources.ts'`, 'engines-imports'],
  ['src/payments/planted.ts', `export type { Settler } from '../settler/settler.ts'`, 'payments-imports'],
  ['src/settler/planted.ts', `import '../ops/system.ts'`, 'settler-imports'],
  ['src/products/market/planted.ts', `export type { Ledger } from '../../ledger/ledger.ts'`, 'products-imports'],
  ['src/products/market/planted-line.ts', `import '../agent/discovery.ts'`, 'product-lines-apart'],
  ['src/gate/planted.ts', `import '../products/agent/discovery.ts'`, 'gate-imports'],
  ['src/surfaces/http/planted.ts', `export type { Settler } from '../../settler/settler.ts'`, 'surfaces-imports'],
  ['src/wallet/planted.ts', `import '../gate/gate.ts'`, 'wallet-imports'],
  ['src/ops/planted.ts', `import '../ledger/ledger.ts'`, 'ops-imports'],
  ['src/service/planted.ts', `import '../commands/run-command.ts'`, 'service-imports'],
  ['src/addresses/planted.ts', `export type { Ledger } from '../ledger/ledger.ts'`, 'addresses-imports'],
  ['src/addresses/planted-offer.ts', `export type { AnyOffer } from '../offers/offer.ts'`, 'addresses-imports'],
  ['src/offers/planted.ts', `import '../products/agent/discovery.ts'`, 'offers-imports'],
  ['src/offers/planted-code.ts', `export { networks } from '../chain/networks.ts'`, 'offers-know-types-only'],
  ['src/operate/planted.ts', `import '../gate/gate.ts'`, 'operate-imports'],
  ['src/commands/planted-floor.ts', `import '../gate/gate.ts'`, 'commands-imports'],
  ['src/commands/planted.ts', `export const world = () => import('../../sandbox/world.ts')`, 'sandbox-through-main'],
  ['src/main.ts', `import '../sandbox/world.ts'`, 'sandbox-when-asked'],
  ['src/gate/planted-circle.ts', `import './planted-circle.ts'`, 'no-cycles'],
  ['src/gate/planted-lost.ts', `import './nowhere.ts'`, 'resolvable'],
  ['src/gate/planted-package.ts', `import 'fast-check'`, 'service-without-development-packages'],
]

/** Forbidden uses, and the rule that finds each. */
const forbiddenUses: readonly [file: string, code: string, rule: string][] = [
  ['src/gate/used-date.ts', `export const now = () => Date.now()`, 'no-restricted-properties'],
  ['src/gate/used-random.ts', `export const dice = () => Math.random()`, 'no-restricted-properties'],
  ['src/gate/used-env.ts', `export const home = () => process.env['HOME']`, 'no-restricted-properties'],
  ['src/gate/used-env-apart.ts', `const { env } = process\nexport const home = env['HOME']`, 'no-restricted-properties'],
  ['src/settler/used-timeout.ts', `setTimeout(() => {}, 1)`, 'no-restricted-globals'],
  ['src/settler/used-timers.ts', `import { setTimeout } from 'node:timers/promises'\nawait setTimeout(1)`, 'no-restricted-imports'],
  ['src/ledger/used-random.ts', `import { randomBytes } from 'node:crypto'\nrandomBytes(1)`, 'no-restricted-imports'],
  ['src/products/market/used-fetch.ts', `export const ask = () => fetch('https://example.com')`, 'no-restricted-globals'],
  ['src/commands/used-fetch.ts', `export const ask = () => fetch('https://example.com')`, 'no-restricted-globals'],
  ['src/sources/used-undici.ts', `import { request } from 'undici'\nexport { request }`, 'no-restricted-imports'],
  ['src/gate/used-sockets.ts', `import { connect } from 'node:net'\nexport { connect }`, 'no-restricted-imports'],
  ['src/ledger/used-sqlite.ts', `import { DatabaseSync } from 'node:sqlite'\nexport { DatabaseSync }`, 'no-restricted-imports'],
  ['src/store/used-sqlite.ts', `import { DatabaseSync } from 'node:sqlite'\nexport { DatabaseSync }`, 'no-restricted-imports'],
  ['src/store/sqlite/used-pg.ts', `import pg from 'pg'\nexport { pg }`, 'no-restricted-imports'],
  ['src/ledger/used-pg.ts', `import pg from 'pg'\nexport { pg }`, 'no-restricted-imports'],
  ['src/gate/used-listener.ts', `import { serve } from '@hono/node-server'\nexport { serve }`, 'no-restricted-imports'],
  [
    'src/settler/used-key.ts',
    `import { privateKeyToAccount } from 'viem/accounts'\nexport { privateKeyToAccount }`,
    'no-restricted-imports',
  ],
  ['src/settler/used-sign.ts', `import secp256k1 from 'secp256k1'\nexport const sign = secp256k1.ecdsaSign`, 'no-restricted-properties'],
  ['src/settler/used-promise.ts', `async function settle() {}\nexport function start() {\n  settle()\n}`, 'no-floating-promises'],
  ['src/gate/used-any.ts', `export const anything = (value: any) => value as unknown`, 'no-explicit-any'],
]

/** Allowed code. A rule that forbids everything would fail on it. */
const allowed: readonly [file: string, code: string][] = [
  ['src/gate/allowed.test.ts', `import '../products/agent/discovery.ts'\nimport 'fast-check'\nexport const now = Date.now()`],
  ['src/gate/allowed.ts', `export type { Ledger } from '../ledger/ledger.ts'\nexport type { Server } from 'node:http'`],
  ['src/net/allowed.ts', `export const ask = () => fetch('https://example.com')`],
  ['src/store/sqlite/allowed.ts', `export { DatabaseSync } from 'node:sqlite'`],
  ['src/store/postgres/allowed.ts', `import pg from 'pg'\nexport { pg }`],
]

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
  for (const folder of ['sandbox', 'bench', 'test']) mkdirSync(join(copy, folder), { recursive: true })
  // Only the planted files: `npm run lint` reads all files, and their types take long.
  const planted = [...forbiddenUses, ...allowed].map(([file]) => file)
  ;[imports, code] = await Promise.all([lint('lint:imports'), lint('lint:code', '--format=unix', ...planted)])
})
afterAll(() => rmSync(copy, { recursive: true }))

describe('the import rules', () => {
  // With a compiler that it does not know it reads nothing, and finds no fault.
  test('are checked on every module of ours', () => {
    const cruised = Number(/(\d+) modules, \d+ dependencies cruised/.exec(imports.output)?.[1])
    const ours = globSync('{src,sandbox,bench,test}/**/*.ts', { cwd: copy }).length
    expect(ours).toBeGreaterThan(50)
    expect(cruised).toBeGreaterThanOrEqual(ours)
  })

  test.each(forbiddenImports)('find %s: %s', (file, _, rule) => {
    expect(imports.failed).toBe(true)
    expect(imports.output).toMatch(new RegExp(`error ${rule}: ${file.replaceAll('.', '[.]')} →`))
  })

  test('have a row for every folder of src, and nothing else lies at its root', () => {
    const rules = readFileSync(join(root, '.dependency-cruiser.cjs'), 'utf8')
    const entries = readdirSync(join(root, 'src'), { withFileTypes: true }).map((one) => `src/${one.name}${one.isDirectory() ? '/' : ''}`)
    expect(entries.filter((entry) => !rules.includes(`  '${entry}': [`))).toEqual([])
    expect(entries.filter((entry) => !entry.endsWith('/')).sort()).toEqual(['src/main.ts', 'src/version.ts'])
  })

  test('have a picture of the folders beside them that names each one', () => {
    const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
    const rows = page.split('\n').filter((line) => line.startsWith('| `') || /^ +\w/.test(line))
    const folders = readdirSync(join(root, 'src'), { withFileTypes: true, recursive: true })
      .filter((one) => one.isDirectory() && !['migrations', 'pictures'].includes(one.name))
      .map((one) => one.name)
    const isNamed = (name: string) => rows.some((row) => new RegExp(`\\b${name}\\b`).test(row.split('|')[1] ?? row))
    expect(folders.filter((name) => !isNamed(name))).toEqual([])
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

  // No lint rule distinguishes `new Date()`, which reads the machine's clock, from `new Date(moment)`.
  test('no code asks the machine for the time by new Date()', () => {
    const asking = globSync('src/**/*.ts', { cwd: root }).filter(
      (file) => !file.endsWith('.test.ts') && /\bnew Date\(\)|\bDate\(\)/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(asking).toEqual([])
  })
})
