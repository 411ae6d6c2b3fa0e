import { openMemoryStore } from '../../src/store/sqlite/open-memory-store.ts'
import { systemParts } from '../../src/store/sqlite/store.fixture.ts'
import { watchlistsHold } from './watchlists-hold.ts'

watchlistsHold('SQLite', 1, async () => openMemoryStore(systemParts))
