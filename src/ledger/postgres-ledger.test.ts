import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { openPostgresStore } from '../store/postgres/open-postgres-store.ts'
import { startPostgres, type PostgresServer } from '../store/postgres/start-postgres.fixture.ts'
import { systemParts } from '../store/postgres/store.fixture.ts'
import { temporaryDirectory } from '../store/sqlite/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { createAnswerFiles } from './answers/answer-files.ts'
import { createLedger } from './create-ledger.ts'
import { ledgerContract } from './ledger.contract.ts'
import type { Ledger } from './ledger.ts'

let server: PostgresServer
let stores: Store[]
let cleaner: pg.Client
let emptying: string
beforeAll(async () => {
  server = await startPostgres()
  const url = await server.createDatabase()
  // For all tests together: each connection plans each statement once.
  stores = await Promise.all([2, 2, 2].map((connections) => openPostgresStore({ ...systemParts, url, connections })))
  cleaner = new pg.Client(url)
  await cleaner.connect()
  const { rows } = await cleaner.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name <> 'schema_migrations'`,
  )
  emptying = rows.map(({ name }) => `DELETE FROM ${name};`).join(' ')
})
afterAll(async () => {
  await Promise.all([...stores.map((store) => store.close()), cleaner.end()])
  await server[Symbol.asyncDispose]()
})

/** One ledger after the other answers, so that two calls at once are two instances' as well as two connections'. */
function byTurns(ledgers: readonly Ledger[]): Ledger {
  let calls = 0
  return new Proxy(ledgers[0]!, {
    get: (_, name: keyof Ledger) => (input: never) => ledgers[calls++ % ledgers.length]![name](input),
  })
}

ledgerContract('PostgreSQL, three instances', async () => {
  await cleaner.query(emptying)
  const directory = temporaryDirectory()
  const files = createAnswerFiles(directory.path)
  const ledger = byTurns(stores.map((store) => createLedger({ store, answerFiles: files })))
  return { ledger, store: stores[0]!, files, [Symbol.asyncDispose]: async () => directory[Symbol.dispose]() }
})
