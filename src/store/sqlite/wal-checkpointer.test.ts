import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { systemTimers } from '../../ops/system.ts'
import { silentLog } from '../../shared/log.ts'
import { createWalCheckpointer } from './wal-checkpointer.ts'
import { temporaryDirectory } from './store.fixture.ts'

const page = new Uint8Array(3_000)

/** A database that copies nothing on its own, so that its WAL would grow with every commit. */
function open(directory: string) {
  const file = join(directory, 'test.db')
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE pages (bytes BLOB)')
  const insert = database.prepare('INSERT INTO pages (bytes) VALUES (?)')
  return { file, database, write: () => void insert.run(page), walBytes: () => statSync(`${file}-wal`).size }
}

test('the WAL stays short however much is written', async () => {
  using directory = temporaryDirectory()
  const { file, database, write, walBytes } = open(directory.path)
  const checkpointer = createWalCheckpointer({ file, log: silentLog, every: 10 })
  let written = 0
  // Without the thread the WAL would have all that was written, so that this would never end.
  while (written < 6_000_000 || walBytes() > written / 2) {
    for (let commit = 0; commit < 25; commit++) {
      write()
      written += page.length
      await checkpointer.committed(1)
    }
    await systemTimers.sleep(10)
  }
  checkpointer.close()
  database.close()
})

test('writes continue when its thread fails', async () => {
  using directory = temporaryDirectory()
  const { database, write } = open(directory.path)
  const warnings: string[] = []
  const log = { ...silentLog, warn: (_: unknown, text?: string) => void warnings.push(text ?? '') }
  const checkpointer = createWalCheckpointer({ file: directory.path, log, every: 1 })
  write()
  void checkpointer.committed(1)
  await expect.poll(() => warnings.length).toBe(1)
  write()
  void checkpointer.committed(1)
  expect(database.prepare('SELECT count(*) AS pages FROM pages').get()).toEqual({ pages: 2 })
  checkpointer.close()
  database.close()
})
