import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillLedger } from '../ledger/move/fill-ledger.fixture.ts'
import { startPostgres, type PostgresServer } from '../store/postgres/start-postgres.fixture.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import { systemParts, temporaryDirectory } from '../store/sqlite/store.fixture.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server[Symbol.asyncDispose]())

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

async function filled(directory: string, payments: number): Promise<Record<string, string>> {
  const store = await openSqliteStore({ ...systemParts, directory })
  await store.write(fillLedger, { payments })
  await store.close()
  return { DATA_DIR: directory, DATABASE_URL: await server.createDatabase() }
}

/** Killed so long after it has begun, unless it has ended by then. Gives what it told. */
async function migrate(env: Record<string, string>, args: readonly string[], killAfterMs = Infinity) {
  const child = spawn(process.execPath, [main, 'migrate', ...args], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(child, 'exit') as Promise<[number | null]>
  const out = text(child.stdout)
  let begun = false
  child.stderr.on('data', () => {
    if (!begun && killAfterMs < Infinity) setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    begun = true
  })
  return { code: (await exited)[0], out: await out }
}

test('killed at any moment, it is run again and ends right', async () => {
  using directory = temporaryDirectory()
  const env = await filled(directory.path, 10_000)
  let ended: number | null = null
  let kills = 0
  for (let afterMs = 50; ended === null; afterMs *= 1.5) {
    ended = (await migrate(env, [], afterMs)).code
    if (ended === null) kills++
  }
  expect(ended).toBe(0)
  expect(kills).toBeGreaterThan(3)
  expect(await migrate(env, ['--check'])).toMatchObject({ code: 0, out: expect.stringContaining('are the same') })
})

test('the memory that it takes does not grow with the ledger', async () => {
  const memory: number[] = []
  for (const payments of [20_000, 200_000]) {
    using directory = temporaryDirectory()
    const { code, out } = await migrate(await filled(directory.path, payments), ['--json'])
    expect(code).toBe(0)
    const { rows, rowsPerSecond, seconds, memoryBytes } = JSON.parse(out) as Record<string, unknown>
    console.info({ payments, rows, rowsPerSecond, seconds, memoryBytes })
    memory.push(memoryBytes as number)
  }
  expect(memory[1]! / memory[0]!).toBeLessThan(2)
})
