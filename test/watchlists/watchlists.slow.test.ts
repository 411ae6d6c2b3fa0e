import { afterAll, beforeAll } from 'vitest'
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts'
import { startPostgres, type PostgresServer } from '../../src/store/postgres/start-postgres.fixture.ts'
import { systemParts as postgresParts } from '../../src/store/postgres/store.fixture.ts'
import { openMemoryStore } from '../../src/store/sqlite/open-memory-store.ts'
import { systemParts } from '../../src/store/sqlite/store.fixture.ts'
import { openTenderFeed, type TenderFeed } from './tender-feed.ts'
import { watchlistsHold } from './watchlists-hold.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server[Symbol.asyncDispose]())

watchlistsHold('PostgreSQL', 2, async () => openPostgresStore({ ...postgresParts, url: await server.createDatabase(), connections: 2 }))
let feed: TenderFeed
afterAll(() => feed.close())
watchlistsHold(
  'SQLite, with tenders of the sandbox’s TED',
  7,
  async () => openMemoryStore(systemParts),
  async (...world) => (feed = await openTenderFeed(...world)),
)

for (const seed of [3, 4, 5, 6]) watchlistsHold(`SQLite, seed ${seed}`, seed, async () => openMemoryStore(systemParts))
