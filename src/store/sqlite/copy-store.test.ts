import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StoreLocked } from '../store.ts'
import { copyStore } from './copy-store.ts'
import { note, noteNames, notes, systemParts, temporaryDirectory } from './store.fixture.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

const open = (directory: string) => openSqliteStore({ ...systemParts, directory, migrations: [notes] })

test('a store in use is copied as it is at that moment, over an older one', async () => {
  using here = temporaryDirectory()
  using there = temporaryDirectory()
  const old = await open(there.path)
  await old.write(note, 'old')
  await old.close()
  const source = await open(here.path)
  for (let count = 0; count < 200; count++) await source.write(note, `note ${count}`)
  // Writing goes on meanwhile.
  const [copied] = await Promise.all([copyStore(here.path, there.path), source.write(note, 'later')])
  expect(copied).toBe(true)
  await source.write(note, 'much later')
  const copy = await open(there.path)
  const names = await copy.read(noteNames, undefined)
  expect(names).toEqual(expect.arrayContaining(Array.from({ length: 200 }, (_, count) => `note ${count}`)))
  expect(names).not.toContain('old')
  expect(names).not.toContain('much later')
  await copy.write(note, 'own')
  expect(await source.read(noteNames, undefined)).not.toContain('own')
  await copy.close()
  await source.close()
})

test('a directory in which another process writes is left as it is', async () => {
  using here = temporaryDirectory()
  using there = temporaryDirectory()
  const [source, busy] = [await open(here.path), await open(there.path)]
  await expect(copyStore(here.path, there.path)).rejects.toThrow(StoreLocked)
  await busy.write(note, 'still there')
  expect(await busy.read(noteNames, undefined)).toEqual(['still there'])
  await busy.close()
  await source.close()
})

test('without a database there is nothing to copy', async () => {
  using here = temporaryDirectory()
  using there = temporaryDirectory()
  expect(await copyStore(here.path, there.path)).toBe(false)
  expect(existsSync(join(there.path, 'farthing.db'))).toBe(false)
})
