import { growingInMemory } from './answers/growing-in-memory.fixture.ts'
import { join } from 'node:path'
import { migration } from '../store/migration.ts'
import { loadMigrations } from '../store/sqlite/load-migrations.ts'
import { openMemoryStore } from '../store/sqlite/open-memory-store.ts'
import { fileStore, systemParts, temporaryDirectory } from '../store/sqlite/store.fixture.ts'
import { createAnswerFiles } from './answers/answer-files.ts'
import { createLedger } from './create-ledger.ts'
import { ledgerContract } from './ledger.contract.ts'

ledgerContract('a SQLite file', async () => {
  const directory = temporaryDirectory()
  const store = await fileStore(directory.path)
  const files = createAnswerFiles(join(directory.path, 'answers'))
  const ledger = createLedger({ store, answerFiles: files })
  return {
    ledger,
    store,
    files,
    async [Symbol.asyncDispose]() {
      await ledger.close()
      directory[Symbol.dispose]()
    },
  }
})

/** Refuses a row whose column `unfinished` does not say what its state says, whatever unit wrote it. */
const watch = (event: 'INSERT' | 'UPDATE') => `
  CREATE TRIGGER unfinished_${event} AFTER ${event} ON payments
  WHEN NEW.unfinished <> (NEW.state IN ('claimed', 'ordered', 'served', 'settling'))
  BEGIN SELECT RAISE(ABORT, 'unfinished does not say what the state says'); END;`

const all = loadMigrations()
const guarded = [...all, migration(`${String(all.length + 1).padStart(4, '0')}-watch.sql`, watch('INSERT') + watch('UPDATE'))]

const image = openMemoryStore({ ...systemParts, migrations: guarded }).serialize()

ledgerContract('SQLite in memory', async () => {
  const kept = new Map<string, Uint8Array>()
  const files = {
    write: async (id: string, bytes: Uint8Array) => void kept.set(id, bytes),
    read: async (id: string) => kept.get(id),
    grow: async () => growingInMemory(),
    remove: async (id: string) => void kept.delete(id),
    list: async () => [...kept.keys()].map((id) => ({ id, writtenAt: 0 })),
  }
  const store = openMemoryStore({ ...systemParts, migrations: guarded, image })
  const ledger = createLedger({ store, answerFiles: files })
  return { ledger, store, files, [Symbol.asyncDispose]: () => ledger.close() }
})
