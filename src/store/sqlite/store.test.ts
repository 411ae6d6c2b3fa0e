import { storeContract } from '../store.contract.ts'
import { openMemoryStore } from './open-memory-store.ts'
import { openSqliteStore } from './open-sqlite-store.ts'
import { notes, systemParts, temporaryDirectory } from './store.fixture.ts'

storeContract('a SQLite file', async () => {
  const directory = temporaryDirectory()
  const store = await openSqliteStore({ ...systemParts, directory: directory.path, migrations: [notes] })
  const close = async () => {
    await store.close()
    directory[Symbol.dispose]()
  }
  return { ...store, close }
})

storeContract('SQLite in memory', async () => openMemoryStore({ ...systemParts, migrations: [notes] }))
