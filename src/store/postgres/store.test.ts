import { afterAll, beforeAll } from 'vitest'
import { storeContract } from '../store.contract.ts'
import { openPostgresStore } from './open-postgres-store.ts'
import { startPostgres, type PostgresServer } from './start-postgres.fixture.ts'
import { notes, systemParts } from './store.fixture.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server[Symbol.asyncDispose]())

storeContract('PostgreSQL', async () => openPostgresStore({ ...systemParts, url: await server.createDatabase(), migrations: [notes] }))
