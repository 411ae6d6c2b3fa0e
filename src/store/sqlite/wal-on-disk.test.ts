import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { StoreFailed, StoreOutcomeUnknown } from '../store.ts'
import { openSqliteStore } from './open-sqlite-store.ts'
import { createSqliteStore } from './sqlite-store.ts'
import { note, noteNames, notes, recording, systemParts, temporaryDirectory } from './store.fixture.ts'

/** A store over a disk that finishes a group when the test says so. */
function openOnSlowDisk() {
  const { metrics, observed } = recording('farthing_store_group_units')
  const begun: PromiseWithResolvers<void>[] = []
  const rests: PromiseWithResolvers<void>[] = []
  const disk = {
    sync() {
      const one = Promise.withResolvers<void>()
      begun.push(one)
      return one.promise
    },
    committed: () => rests.at(-1)?.promise,
    close() {},
  }
  const database = new DatabaseSync(':memory:', { readBigInts: true })
  const store = createSqliteStore(database, { ...systemParts, metrics, migrations: [notes] }, () => disk)
  const syncs = (count: number) => expect.poll(() => begun.length).toBe(count)
  return { store, begun, rests, syncs, groups: observed }
}

/** What has become of a promise so far. */
const soFar = (promise: Promise<unknown>) => Promise.race([promise, new Promise((resolve) => setImmediate(() => resolve('nothing yet')))])

describe('while the disk is busy', () => {
  test('neither the writer nor a reader gets an answer about a commit', async () => {
    const { store, begun, syncs } = openOnSlowDisk()
    const before = store.read(noteNames, undefined)
    const writing = store.write(note, 'new')
    await syncs(1)
    const reading = store.read(noteNames, undefined)
    expect(await before).toEqual([])
    expect(await soFar(writing)).toBe('nothing yet')
    expect(await soFar(reading)).toBe('nothing yet')
    begun[0]!.resolve()
    expect(await writing).toBe('new')
    expect(await reading).toEqual(['new'])
    expect(await soFar(store.read(noteNames, undefined))).toEqual(['new'])
  })

  test('new units are collected for the next group', async () => {
    const { store, begun, syncs, groups } = openOnSlowDisk()
    const first = store.write(note, 'first')
    await syncs(1)
    const second = store.write(note, 'second')
    await soFar(second)
    const third = store.write(note, 'third')
    await soFar(third)
    expect(groups).toEqual([1])
    begun[0]!.resolve()
    expect(await first).toBe('first')
    await syncs(2)
    expect(await soFar(second)).toBe('nothing yet')
    begun[1]!.resolve()
    expect(await Promise.all([second, third])).toEqual(['second', 'third'])
    expect(groups).toEqual([1, 2])
  })

  test('the next group waits for the copying of the WAL, and the one before does not', async () => {
    const { store, begun, rests, syncs } = openOnSlowDisk()
    rests.push(Promise.withResolvers())
    const first = store.write(note, 'first')
    await syncs(1)
    const second = store.write(note, 'second')
    begun[0]!.resolve()
    expect(await first).toBe('first')
    expect(await soFar(second)).toBe('nothing yet')
    expect(begun).toHaveLength(1)
    rests[0]!.resolve()
    await syncs(2)
    begun[1]!.resolve()
    expect(await second).toBe('second')
  })

  test('closing waits, and commits what was collected', async () => {
    const { store, begun, syncs } = openOnSlowDisk()
    const first = store.write(note, 'first')
    await syncs(1)
    const second = store.write(note, 'second')
    const closing = store.close()
    expect(await soFar(closing)).toBe('nothing yet')
    begun[0]!.resolve()
    await syncs(2)
    expect(await soFar(closing)).toBe('nothing yet')
    begun[1]!.resolve()
    await closing
    expect(await Promise.all([first, second])).toEqual(['first', 'second'])
  })
})

test('what the disk did not write is unknown, and afterwards nothing is written or answered', async () => {
  const { store, begun, syncs } = openOnSlowDisk()
  const unlucky = store.write(note, 'unlucky')
  await syncs(1)
  const waiting = store.write(note, 'waiting')
  const reading = store.read(noteNames, undefined)
  begun[0]!.reject(new Error('EIO'))
  await expect(unlucky).rejects.toThrow(StoreOutcomeUnknown)
  await expect(waiting).rejects.toThrow(StoreFailed)
  await expect(reading).rejects.toThrow(StoreFailed)
  await expect(store.write(note, 'later')).rejects.toThrow(StoreFailed)
  await expect(store.read(noteNames, undefined)).rejects.toThrow(StoreFailed)
  expect(begun).toHaveLength(1)
  await store.close()
})

test('the synced file is the WAL that the engine writes, also after the engine started it again', async () => {
  using directory = temporaryDirectory()
  const store = await openSqliteStore({ ...systemParts, directory: directory.path, migrations: [notes] })
  const inode = () => statSync(`${store.file}-wal`).ino
  const atFirst = inode()
  await store.write(note, 'one')
  const shell = new DatabaseSync(store.file)
  shell.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  expect(statSync(`${store.file}-wal`).size).toBe(0)
  shell.close()
  await store.write(note, 'two')
  expect(statSync(`${store.file}-wal`).size).toBeGreaterThan(0)
  expect(inode()).toBe(atFirst)
  await store.close()
})
