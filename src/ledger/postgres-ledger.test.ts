import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { openPostgresStore } from '../store/postgres/open-postgres-store.ts'
import { startPostgres, type PostgresServer } from '../store/postgres/start-postgres.fixture.ts'
import { systemParts } from '../store/postgres/store.fixture.ts'
import { createAnswerFiles } from './answer-files.ts'
import { createLedger } from './create-ledger.ts'
import { ledgerContract } from './ledger.contract.ts'
import type { Ledger } from './ledger.ts'

let server: PostgresServer
let url: string
let cleaner: pg.Client
let emptying: string
beforeAll(async () => {
  server = await startPostgres()
  url = await server.createDatabase()
  await (await openPostgresStore({ ...systemParts, url })).close()
  cleaner = new pg.Client(url)
  await cleaner.connect()
  const { rows } = await cleaner.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name <> 'schema_migrations'`,
  )
  // Takes a fraction of what making a database does.
  emptying = rows.map(({ name }) => `DELETE FROM ${name};`).join(' ')
})
afterAll(async () => {
  await cleaner.end()
  await server[Symbol.asyncDispose]()
})

/** One ledger after the other answers, so that two calls at once are two instances' as well as two connections'. */
function byTurns(ledgers: readonly Ledger[]): Ledger {
  let calls = 0
  return new Proxy(ledgers[0]!, {
    get: (_, name: keyof Ledger) =>
      name === 'close'
        ? () => Promise.all(ledgers.map((ledger) => ledger.close()))
        : (input: never) => ledgers[calls++ % ledgers.length]![name](input),
  })
}

ledgerContract('PostgreSQL, three instances', async () => {
  await cleaner.query(emptying)
  const directory = mkdtempSync(join(tmpdir(), 'farthing-'))
  const files = createAnswerFiles(directory)
  const stores = await Promise.all([2, 2, 2].map((connections) => openPostgresStore({ ...systemParts, url, connections })))
  const ledger = byTurns(stores.map((store) => createLedger({ store, answerFiles: files })))
  return {
    ledger,
    files,
    async [Symbol.asyncDispose]() {
      await ledger.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
})
