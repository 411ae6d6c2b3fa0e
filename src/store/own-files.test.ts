import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyStore } from './sqlite/copy-store.ts'
import { openSharedFile } from './sqlite/open-shared-file.ts'
import { openSqliteStore } from './sqlite/open-sqlite-store.ts'
import { note, notes, systemParts } from './sqlite/store.fixture.ts'

let before: number
let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'farthing-own-files-'))
  // What a careless shell leaves to commands, which have no umask of their own.
  before = process.umask(0)
})
afterAll(() => {
  process.umask(before)
  rmSync(directory, { recursive: true, force: true })
})

/** Files below a directory that other users can open, with their modes. */
function openToOthers(below: string): readonly string[] {
  const names = readdirSync(below, { recursive: true }).map(String)
  return names.filter((name) => (statSync(join(below, name)).mode & 0o077) !== 0)
}

test('ledger, copy, lock and spending are private whatever the umask is, also in a directory that others can enter', async () => {
  const data = join(directory, 'data')
  mkdirSync(data, { mode: 0o755 })
  const store = await openSqliteStore({ ...systemParts, directory: data, migrations: [notes] })
  await store.write(note, 'private')
  openSharedFile(join(data, 'spending.db'), 'CREATE TABLE IF NOT EXISTS spent (id)').close()
  await copyStore(data, join(data, 'copy'))
  const names = readdirSync(data, { recursive: true })
  await store.close()
  expect(names).toEqual(
    expect.arrayContaining(['farthing.db', 'farthing.db-wal', 'lock.db', 'writer.pid', 'spending.db', 'copy/farthing.db']),
  )
  expect(openToOthers(data)).toEqual([])
})
