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

let server: PostgresServer
let url: string
let cleaner: pg.Client
beforeAll(async () => {
  server = await startPostgres()
  url = await server.createDatabase()
  await (await openPostgresStore({ ...systemParts, url })).close()
  cleaner = new pg.Client(url)
  await cleaner.connect()
})
afterAll(async () => {
  await cleaner.end()
  await server[Symbol.asyncDispose]()
})

/** Emptying the tables takes a fraction of what making a database does. */
async function emptyTables(): Promise<void> {
  const { rows } = await cleaner.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name <> 'schema_migrations'`,
  )
  await cleaner.query(rows.map(({ name }) => `DELETE FROM ${name};`).join(' '))
}

ledgerContract('PostgreSQL', async () => {
  await emptyTables()
  const directory = mkdtempSync(join(tmpdir(), 'farthing-'))
  const files = createAnswerFiles(directory)
  const ledger = createLedger({ store: await openPostgresStore({ ...systemParts, url, connections: 4 }), answerFiles: files })
  return {
    ledger,
    files,
    async [Symbol.asyncDispose]() {
      await ledger.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
})
