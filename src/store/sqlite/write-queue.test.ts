import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { systemTimers } from '../../ops/system.ts'
import { StoreClosed, StoreFailed, type Unit } from '../store.ts'
import { openMemoryStore } from './open-memory-store.ts'
import { openSqliteStore } from './open-sqlite-store.ts'
import { note, noteNames, notes, recording, systemParts, temporaryDirectory } from './store.fixture.ts'

const orphan: Unit<string, void> = {
  name: 'orphan',
  sqlite: (transaction, parent) => void transaction.run('INSERT INTO children (parent) VALUES (?)', parent),
}

function open() {
  const { metrics, observed } = recording('farthing_store_group_units')
  return { store: openMemoryStore({ ...systemParts, metrics, migrations: [notes] }), groups: observed }
}

describe('group commit', () => {
  test('writes of one turn share one commit, and each gets its own output', async () => {
    const { store, groups } = open()
    const names = Array.from({ length: 100 }, (_, index) => `note ${index}`)
    expect(await Promise.all(names.map((name) => store.write(note, name)))).toEqual(names)
    expect(groups.reduce((sum, size) => sum + size, 0)).toBe(100)
    expect(groups.length).toBeLessThan(5)
    await store.close()
  })

  test('a unit that throws is rolled back alone and rejects alone', async () => {
    const { store } = open()
    const half: Unit<undefined, void> = {
      name: 'half',
      sqlite(transaction) {
        transaction.run('INSERT INTO notes (name) VALUES (?)', 'half')
        throw new RangeError('changed its mind')
      },
    }
    const [before, failed, after] = await Promise.allSettled([
      store.write(note, 'before'),
      store.write(half, undefined),
      store.write(note, 'after'),
    ])
    expect(before.status).toBe('fulfilled')
    expect(after.status).toBe('fulfilled')
    expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'changed its mind' } })
    expect(await store.read(noteNames, undefined)).toEqual(['after', 'before'])
    await store.close()
  })

  test('a unit sees what the units before it did in the same group', async () => {
    const { store } = open()
    const results = await Promise.allSettled([store.write(note, 'once'), store.write(note, 'once')])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    await store.close()
  })

  test('no caller gets an answer, and nothing is read, before the commit', async () => {
    const { store } = open()
    let told = false
    const writing = store.write(note, 'new').then(() => (told = true))
    expect(await store.read(noteNames, undefined)).toEqual([])
    expect(told).toBe(false)
    await writing
    expect(await store.read(noteNames, undefined)).toEqual(['new'])
    await store.close()
  })

  test('when the commit fails, all of its group reject, and the store goes on', async () => {
    const { store } = open()
    const group = await Promise.allSettled([store.write(note, 'innocent'), store.write(orphan, 'nobody')])
    for (const result of group) expect(result).toMatchObject({ status: 'rejected', reason: expect.any(StoreFailed) })
    expect(await store.read(noteNames, undefined)).toEqual([])
    expect(await store.write(note, 'next')).toBe('next')
    expect(await store.read(noteNames, undefined)).toEqual(['next'])
    await store.close()
  })

  test('a full database rejects what does not fit, and the store goes on', async () => {
    using directory = temporaryDirectory()
    const store = await openSqliteStore({ ...systemParts, directory: directory.path, migrations: [notes] })
    const limitPages: Unit<bigint, void> = {
      name: 'limit',
      sqlite: (transaction, pages) => void transaction.get(`PRAGMA max_page_count = ${pages}`),
    }
    const large: Unit<string, void> = {
      name: 'large',
      sqlite: (transaction, name) => void transaction.run('INSERT INTO notes (name, bytes) VALUES (?, ?)', name, new Uint8Array(1_000_000)),
    }
    await store.write(limitPages, 20n)
    await expect(store.write(large, 'large')).rejects.toThrow(StoreFailed)
    expect(await store.write(note, 'small')).toBe('small')
    await store.write(limitPages, 10_000n)
    await store.write(large, 'large')
    expect(await store.read(noteNames, undefined)).toEqual(['large', 'small'])
    await store.close()
  })

  test('while another connection holds the lock, writes wait, and none is lost', async () => {
    using directory = temporaryDirectory()
    const store = await openSqliteStore({ ...systemParts, directory: directory.path, migrations: [notes] })
    const shell = new DatabaseSync(store.file)
    shell.exec('BEGIN IMMEDIATE')
    const written = Promise.all([store.write(note, 'one'), store.write(note, 'two')])
    await systemTimers.sleep(300)
    expect(await store.read(noteNames, undefined)).toEqual([])
    shell.exec('COMMIT')
    expect(await written).toEqual(['one', 'two'])
    shell.exec('BEGIN IMMEDIATE')
    const last = store.write(note, 'last').catch((error: unknown) => error)
    await systemTimers.sleep(100)
    // Closing waits for no lock.
    await Promise.allSettled([store.close()])
    expect(await last).toBeInstanceOf(StoreFailed)
    shell.close()
  })

  test('a lock that is held for too long is a fault', async () => {
    using directory = temporaryDirectory()
    const store = await openSqliteStore({ ...systemParts, directory: directory.path, migrations: [notes] })
    const shell = new DatabaseSync(store.file)
    shell.exec('BEGIN IMMEDIATE')
    await expect(store.write(note, 'never')).rejects.toThrow(StoreFailed)
    shell.exec('COMMIT')
    expect(await store.write(note, 'then')).toBe('then')
    shell.close()
    await store.close()
  })

  test('a fault of the machine is distinguished from a fault of the unit or query', async () => {
    const { store } = open()
    const full = Object.assign(new Error('disk I/O error'), { errcode: 10 + 256 * 2 })
    const fault = () => {
      throw full
    }
    await expect(store.write({ name: 'unlucky', sqlite: fault }, undefined)).rejects.toThrow(StoreFailed)
    await expect(store.read({ name: 'unlucky', sqlite: fault }, undefined)).rejects.toThrow(StoreFailed)
    await store.write(note, 'once')
    await expect(store.write(note, 'once')).rejects.not.toThrow(StoreFailed)
    await store.close()
  })

  test('a group is bounded in units and bytes; the rest follows in later turns', async () => {
    const { metrics, observed } = recording('farthing_store_group_units')
    const store = openMemoryStore({ ...systemParts, metrics, migrations: [notes], limits: { units: 10, ms: 1000, bytes: 1000 } })
    await Promise.all(Array.from({ length: 35 }, (_, index) => store.write(note, `${index}`)))
    expect(observed).toEqual([10, 10, 10, 5])
    await Promise.all(Array.from({ length: 4 }, (_, index) => store.write(note, `${index}`.padEnd(600))))
    expect(observed.slice(4)).toEqual([2, 2])
    await store.close()
  })

  test('a group is bounded in time', async () => {
    const { metrics, observed } = recording('farthing_store_group_units')
    let now = 0
    const clock = { now: () => now }
    const store = openMemoryStore({ ...systemParts, clock, metrics, migrations: [notes] })
    const slow: Unit<undefined, void> = { name: 'slow', sqlite: () => void (now += 2) }
    await Promise.all(Array.from({ length: 7 }, () => store.write(slow, undefined)))
    expect(observed).toEqual([3, 3, 1])
    await store.close()
  })

  test('a unit that waits is refused', async () => {
    const { store } = open()
    const waits: Unit<undefined, Promise<void>> = { name: 'waits', sqlite: async () => {} }
    await expect(store.write(waits, undefined)).rejects.toThrow('must not wait')
    await store.close()
  })
})

test('closing commits what waits; afterwards every call rejects', async () => {
  using directory = temporaryDirectory()
  const options = { ...systemParts, directory: directory.path, migrations: [notes] }
  const store = await openSqliteStore(options)
  const writing = Promise.all([store.write(note, 'a'), store.write(note, 'b')])
  await store.close()
  await store.close()
  expect(await writing).toEqual(['a', 'b'])
  await expect(store.write(note, 'c')).rejects.toThrow(StoreClosed)
  await expect(store.read(noteNames, undefined)).rejects.toThrow(StoreClosed)
  const again = await openSqliteStore(options)
  expect(await again.read(noteNames, undefined)).toEqual(['a', 'b'])
  await again.close()
})

test('an image holds what is committed and not what waits, like a disk after a power loss', async () => {
  const { store } = open()
  await store.write(note, 'durable')
  const waiting = store.write(note, 'in the air')
  const image = store.serialize()
  await waiting
  const restored = openMemoryStore({ ...systemParts, migrations: [notes], image })
  expect(await restored.read(noteNames, undefined)).toEqual(['durable'])
  expect(await restored.write(note, 'later')).toBe('later')
  await Promise.all([store.close(), restored.close()])
})
