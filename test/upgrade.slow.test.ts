import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import pg from 'pg'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sandbox } from '../sandbox/open-sandbox.ts'
import type { Chain } from '../src/chain/chain.ts'
import { startPostgres, type PostgresServer } from '../src/store/postgres/start-postgres.fixture.ts'
import { connectBase } from './base-chain.ts'
import { expensivePath, expensivePrice } from './killable-service.ts'
import { startProcess } from './service-process.ts'
import { sharedSandbox } from './shared-sandbox.ts'
import { callWith, signPayment, termsOf, usdcOf } from './signed-payments.ts'

/** The state that was landed before this one. Its ledgers have six migrations. */
const before = '310b995ed5af0f36d1adab0523f3b08c2fcf357d'
const isKnown = (commit: string) => {
  try {
    execFileSync('git', ['cat-file', '-e', commit], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

let root: string
let server: PostgresServer
let sandbox: Sandbox
let chain: Chain
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'farthing-upgrade-'))
  server = await startPostgres()
  sandbox = await sharedSandbox()
  chain = await connectBase(sandbox)
})
afterAll(async () => {
  await sandbox?.close()
  await server?.[Symbol.asyncDispose]()
  rmSync(root, { recursive: true, force: true })
})

/** The sources of a commit, with the packages of this checkout. */
async function checkOut(commit: string, name: string): Promise<string> {
  const tree = join(root, name)
  mkdirSync(tree)
  await promisify(execFile)('sh', ['-c', `git archive ${commit} | tar -x -C '${tree}'`])
  symlinkSync(join(process.cwd(), 'node_modules'), join(tree, 'node_modules'))
  return tree
}

/** What is here, as it would be released next: another version, with or without a further migration. */
function next(name: string, version: string, withMigration: boolean): string {
  const tree = join(root, name)
  mkdirSync(tree)
  for (const folder of ['src', 'goods', 'sandbox', 'models', 'package.json'])
    cpSync(join(process.cwd(), folder), join(tree, folder), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(tree, 'node_modules'))
  const manifest = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8')) as object
  writeFileSync(join(tree, 'package.json'), JSON.stringify({ ...manifest, version }))
  if (withMigration)
    for (const engine of ['sqlite', 'postgres']) {
      const folder = join(tree, `src/store/${engine}/migrations`)
      const number = String(readdirSync(folder).length + 1).padStart(4, '0')
      writeFileSync(join(folder, `${number}-next.sql`), 'CREATE TABLE next_things (name TEXT PRIMARY KEY);\n')
    }
  return tree
}

const payTo = '0x00000000000000000000000000000000000ab1de'
type Environment = Readonly<Record<string, string>> & { readonly DATA_DIR: string }

/** A live service on the chains of the sandbox. */
const live = (env: Environment): Environment => ({
  MODE: 'live',
  PUBLIC_URL: 'http://127.0.0.1',
  PAY_TO: payTo,
  RPC_URL_BASE: sandbox.world.networks.find(({ slug }) => slug === 'base')!.rpcUrl,
  SIGNER_KEY: sandbox.signerKeys[0]!,
  GAS_COIN_CEILINGS: 'ETH=0.01',
  SOURCES_DISABLED: 'cisa-kev,cisa-kev-github,ofac',
  MPP_SECRET: 'the-same-for-all-of-the-versions-of-it',
  ...env,
})

async function buy(url: string) {
  const account = privateKeyToAccount(generatePrivateKey())
  await sandbox.world.fund(account.address, '1')
  const payment = await signPayment(await termsOf(url, expensivePath), account)
  const sold = await callWith(url + expensivePath, payment)
  if (sold.status !== 200) throw new Error(`not sold: ${sold.status} ${await sold.text()}`)
  return { payment, answer: await sold.text() }
}

/** The same payment again gives the same answer, as a repetition, and charges nothing. */
async function expectRepeated(url: string, { payment, answer }: { payment: string; answer: string }): Promise<void> {
  const again = await callWith(url + expensivePath, payment)
  expect([again.status, again.headers.get('idempotent-replay')]).toEqual([200, 'true'])
  expect(await again.clone().text()).toBe(answer)
  expect(JSON.parse(await (await fetch(new URL(linkOf(again), url))).text())).toMatchObject({ state: 'settled' })
}

/** PUBLIC_URL has no port here, so the receipt is asked for where the service listens. */
function linkOf(response: Response): string {
  return new URL(/<([^>]+)>; rel="receipt"/.exec(response.headers.get('link') ?? '')![1]!).pathname
}

/** A start that must fail: its exit code, and what it says. */
async function refusal(tree: string, env: Environment): Promise<{ code: unknown; said: string }> {
  const child = spawn(process.execPath, ['src/main.ts', 'start'], {
    cwd: tree,
    env: { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'error', ...live(env) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, said }
}

/** Every row of every table of a ledger. */
async function contentOf({ DATA_DIR, DATABASE_URL = '' }: Environment): Promise<Record<string, unknown>> {
  if (DATABASE_URL === '') {
    using database = new DatabaseSync(join(DATA_DIR, 'farthing.db'), { readOnly: true, readBigInts: true })
    const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`).all()
    return Object.fromEntries(tables.map(({ name }) => [String(name), database.prepare(`SELECT * FROM "${String(name)}"`).all()]))
  }
  const client = new pg.Client(DATABASE_URL)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`)
    const content: Record<string, unknown> = {}
    for (const { name } of rows) content[name] = (await client.query(`SELECT to_jsonb(t)::text AS row FROM "${name}" t ORDER BY 1`)).rows
    return content
  } finally {
    await client.end()
  }
}

const engines = { SQLite: async () => ({ DATABASE_URL: '' }), PostgreSQL: async () => ({ DATABASE_URL: await server.createDatabase() }) }
const earned = () => usdcOf(chain, payTo)

describe.each(Object.entries(engines))('a ledger on %s', (engine, database) => {
  test.skipIf(!isKnown(before))(
    'is taken over from the state before, whose payments it repeats, and which then refuses it and changes nothing',
    async () => {
      const old = await checkOut(before, `before-${engine}`)
      const env = { DATA_DIR: join(root, `upgraded-${engine}`), ...(await database()) }
      const start = await earned()
      const first = await startProcess(live(env), old)
      const sold = await buy(first.url)
      await first.stop()
      expect(((await contentOf(env))['schema_migrations'] as unknown[]).length).toBe(6)

      const upgraded = await startProcess(live(env))
      await expectRepeated(upgraded.url, sold)
      expect((await earned()) - start).toBe(expensivePrice)
      const soldLater = await buy(upgraded.url)
      await upgraded.stop()

      const content = await contentOf(env)
      expect((content['schema_migrations'] as unknown[]).length).toBeGreaterThan(6)
      const { code, said } = await refusal(old, env)
      expect([code, said]).toEqual([1, expect.stringMatching(/newer than this version of Farthing: it has migration 0007-watchlists\.sql/)])
      expect(await contentOf(env)).toEqual(content)

      const again = await startProcess(live(env))
      await expectRepeated(again.url, sold)
      await expectRepeated(again.url, soldLater)
      await again.stop()
      expect((await earned()) - start).toBe(2n * expensivePrice)
    },
  )

  test('goes to the next version and back, as long as that has no further migration', async () => {
    const [same, further] = [next(`same-${engine}`, '99.0.0', false), next(`further-${engine}`, '99.1.0', true)]
    const env = { DATA_DIR: join(root, `back-${engine}`), ...(await database()) }
    const start = await earned()
    const here = await startProcess(live(env))
    const sold = await buy(here.url)
    await here.stop()

    const newer = await startProcess(live(env), same)
    expect(((await (await fetch(`${newer.url}/openapi.json`)).json()) as { info: { version: string } }).info.version).toBe('99.0.0')
    await expectRepeated(newer.url, sold)
    const soldThere = await buy(newer.url)
    await newer.stop()

    const back = await startProcess(live(env))
    await expectRepeated(back.url, sold)
    await expectRepeated(back.url, soldThere)
    await back.stop()
    expect((await earned()) - start).toBe(2n * expensivePrice)

    await (await startProcess(live(env), further)).stop()
    const content = await contentOf(env)
    const { code, said } = await refusal(process.cwd(), env)
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/newer than this version of Farthing: it has migration \d{4}-next\.sql\. Start the newer version/),
    ])
    expect(await contentOf(env)).toEqual(content)
  })
})
