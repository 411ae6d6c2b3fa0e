import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAnswerFiles } from '../ledger/answers/answer-files.ts'
import { sellWhile } from '../ledger/contract/sell-while.fixture.ts'
import { createLedger } from '../ledger/create-ledger.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { fillArchive } from '../ledger/reading/many-payments.fixture.ts'
import { openPostgresStore } from '../store/postgres/open-postgres-store.ts'
import { startPostgres, type PostgresServer } from '../store/postgres/start-postgres.fixture.ts'
import { systemParts as postgresParts } from '../store/postgres/store.fixture.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import { systemParts, temporaryDirectory } from '../store/sqlite/store.fixture.ts'
import type { Store } from '../store/store.ts'

const payments = 1_000_000
const span = { firstAt: Date.parse('2026-01-01T00:00:00Z'), everyMs: 15_000 }

interface Backup {
  readonly seconds: number
  readonly bytes: number
  readonly rows: Readonly<Record<string, number>>
  /** The most memory that the process had. */
  readonly peakMb: number
}

const places = temporaryDirectory()
let made = 0

/** `farthing backup` as an operator runs it. */
async function backUp(env: Readonly<Record<string, string>>): Promise<Backup> {
  const child = spawn(process.execPath, ['src/main.ts', 'backup', '--to', join(places.path, `${++made}`), '--json'], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let peakMb = 0
  const watch = setInterval(() => {
    try {
      const [, kb] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
      peakMb = Math.max(peakMb, Number(kb ?? 0) / 1_024)
    } catch {
      // It has ended.
    }
  }, 100)
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  clearInterval(watch)
  expect(code).toBe(0)
  return { ...(JSON.parse(out) as Omit<Backup, 'peakMb'>), peakMb }
}

async function sell(ledger: Ledger, until: Promise<unknown>): Promise<number> {
  let selling = true
  void until.then(() => (selling = false))
  return (await sellWhile(ledger, () => selling)).perSecond
}

interface Place {
  readonly store: Store
  readonly env: Readonly<Record<string, string>>
}

function behaves(engine: string, open: () => Promise<Place>): void {
  describe(engine, () => {
    let place: Place
    let ledger: Ledger
    const directory = temporaryDirectory()
    beforeAll(async () => {
      place = await open()
      ledger = createLedger({ store: place.store, answerFiles: createAnswerFiles(directory.path) })
    })
    afterAll(async () => {
      await place?.store.close()
      directory[Symbol.dispose]()
    })

    test('a million payments are backed up in little memory, whole, and sales go on meanwhile', async () => {
      const alone = await backUp(place.env)
      expect(alone.rows['payments_archive']).toBe(payments)
      const quiet = await sell(ledger, new Promise((resolve) => setTimeout(resolve, 5_000)))
      const backup = backUp(place.env)
      const beside = await sell(ledger, backup)
      const { seconds, bytes, peakMb } = alone
      console.info(engine, { seconds, megabytes: bytes / 1e6, peakMb, beside: (await backup).seconds, sales: { quiet, beside } })
      // A row is some hundred bytes; all of them would be a gigabyte of objects.
      expect(Math.max(peakMb, (await backup).peakMb)).toBeLessThan(500)
      expect(beside / quiet).toBeGreaterThan(0.3)
    })
  })
}

const directory = temporaryDirectory()
behaves('SQLite', async () => {
  const store = await openSqliteStore({ ...systemParts, directory: directory.path })
  await store.write(fillArchive, { payments, ...span })
  return { store, env: { DATA_DIR: directory.path } }
})

let server: PostgresServer
behaves('PostgreSQL', async () => {
  server = await startPostgres()
  const url = await server.createDatabase()
  const filling = await openPostgresStore({ ...postgresParts, url, connections: 1, statementMs: 600_000 })
  await filling.write(fillArchive, { payments, ...span })
  await filling.close()
  return { store: await openPostgresStore({ ...postgresParts, url }), env: { DATABASE_URL: url, DATA_DIR: directory.path } }
})
afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  directory[Symbol.dispose]()
  places[Symbol.dispose]()
})
