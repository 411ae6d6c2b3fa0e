import { afterAll, beforeAll } from 'vitest'
import { openPostgresStore } from '../../../../src/store/postgres/open-postgres-store.ts'
import { startPostgres, type PostgresServer } from '../../../../src/store/postgres/start-postgres.fixture.ts'
import { systemParts } from '../../../../src/store/postgres/store.fixture.ts'
import { snapshotsContract } from './snapshots.contract.ts'
import { memoryStore } from '../../../../src/store/sqlite/store.fixture.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server[Symbol.asyncDispose]())

snapshotsContract('SQLite', async () => memoryStore())
snapshotsContract('PostgreSQL', async () => openPostgresStore({ ...systemParts, url: await server.createDatabase() }))
