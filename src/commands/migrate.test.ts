import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimOf, served } from '../ledger/contract/open-ledger.fixture.ts'
import { createLedger } from '../ledger/create-ledger.ts'
import { createAnswerFiles } from '../ledger/answers/answer-files.ts'
import { startPostgres, type PostgresServer } from '../store/postgres/start-postgres.fixture.ts'
import { fileStore, temporaryDirectory } from '../store/sqlite/store.fixture.ts'
import { migrateCommand } from './migrate.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server[Symbol.asyncDispose]())

/** As an operator has it; the server lets everybody in. */
async function withPassword(): Promise<string> {
  return (await server.createDatabase()).replace('farthing@', 'farthing:hunter2@')
}

async function run(args: readonly string[], env: Record<string, string> = {}) {
  const [out, err]: string[][] = [[], []]
  const code = await migrateCommand(args, { out: (text) => void out!.push(text), err: (text) => void err!.push(text), env })
  return { code, out: out!.join(''), err: err!.join('') }
}

const openStore = (directory: string) => fileStore(directory)

async function sold(directory: string): Promise<string> {
  const ledger = createLedger({ store: await openStore(directory), answerFiles: createAnswerFiles(directory) })
  const { id } = await served(ledger, claimOf())
  await ledger.close()
  return id
}

describe('farthing migrate', () => {
  test('says how it is used', async () => {
    expect(await run(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('--check') })
    using directory = temporaryDirectory()
    const env = { DATA_DIR: directory.path, DATABASE_URL: 'postgres://farthing:hunter2@127.0.0.1:1/ledger' }
    for (const [args, wrong] of [
      [['postgres://u:hunter2@h/d'], 'unknown or incomplete option'],
      [['--to', 'mysql://u:hunter2@h/d'], '--to must be an address such as postgres://'],
      [[], `there is no ledger in ${directory.path}`],
    ] as const) {
      const { code, err, out } = await run(args, env)
      expect([code, out]).toEqual([2, ''])
      expect(err).toContain(wrong)
      expect(err).not.toContain('hunter2')
    }
    expect(await run([], { DATA_DIR: directory.path })).toMatchObject({ code: 2, err: expect.stringContaining('name the database') })
    expect(await run([], { ...env, DATABASE_URL: 'hunter2' })).toMatchObject({ code: 2, err: expect.not.stringContaining('hunter2') })
  })

  test('moves a ledger, reports what it did, and never prints the password', async () => {
    using directory = temporaryDirectory()
    const id = await sold(directory.path)
    const url = await withPassword()
    const env = { DATA_DIR: directory.path, DATABASE_URL: url }
    const place = url.replace('farthing:hunter2@', '')

    const running = await openStore(directory.path)
    expect(await run([], env)).toMatchObject({ code: 1, err: expect.stringContaining(`a service uses the ledger of ${directory.path}`) })
    await running.close()
    expect(await run([], { ...env, DATABASE_URL: url.replace(/:\d+\//, ':1/') })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/cannot be reached: ECONNREFUSED\n$/),
    })

    const moved = await run([], env)
    expect(moved.code).toBe(0)
    expect(moved.out).toMatch(/^payments +1 rows compared, no differences$/m)
    expect(moved.out).toContain('eip155:8453 served               1 payments, 0.0075 USDC on both sides')
    expect(moved.out).toContain(`The ledger of ${directory.path} is now at ${place}.`)
    expect(moved.err).toMatch(/^farthing migrate: \d+ rows to be copied$/m)
    expect(await run([], env)).toMatchObject({ code: 0, out: expect.stringContaining('was moved to') })

    const checked = await run(['--check', '--json', '--from', directory.path, '--to', url], {})
    expect(checked.err).toContain('every user of this machine can see the password in --to')
    expect(checked.code).toBe(0)
    const report = JSON.parse(checked.out) as Record<string, unknown>
    expect(report).toMatchObject({
      well: true,
      moved: false,
      to: place,
      rows: { copied: 0 },
      sums: [{ network: 'eip155:8453', state: 'served', payments: '1', amount: '7500', same: true }],
      left: { leases: expect.any(String) },
    })
    expect(report['memoryBytes']).toBeGreaterThan(10_000_000)

    const client = new pg.Client(url)
    await client.connect()
    await client.query('UPDATE payments SET amount = 7501')
    await client.end()
    const differs = await run(['--check'], env)
    expect(differs.code).toBe(1)
    expect(differs.out).toContain(`payments ${id} differs in amount\n`)
    expect(differs.out).toContain('1 payments, 0.0075 USDC here, 1 payments, 0.007501 USDC there')
    for (const { out, err } of [moved, checked, differs]) expect(out + err).not.toContain('hunter2')
  })
})
