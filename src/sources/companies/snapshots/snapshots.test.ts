import { afterAll, beforeAll } from 'vitest'
import { openPostgresStore } from '../../../store/postgres/open-postgres-store.ts'
import { startPostgres, type PostgresServer } from '../../../store/postgres/start-postgres.fixture.ts'
import { systemParts } from '../../../store/postgres/store.fixture.ts'
import { openMemoryStore } from '../../../store/sqlite/open-memory-store.ts'
import { snapshotsContract } from './snapshots.contract.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server[Symbol.asyncDispose]())

snapshotsContract('SQLite', async () => openMemoryStore(systemParts))
snapshotsContract('PostgreSQL', async () => openPostgresStore({ ...systemParts, url: await server.createDatabase() }))
