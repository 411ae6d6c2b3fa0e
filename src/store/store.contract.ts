import { describe, expect, test } from 'vitest'
import { note, noteNames } from './sqlite/store.fixture.ts'
import { StoreClosed, StoreFailed, type Cell, type Query, type Store, type Unit } from './store.ts'

interface Kept {
  readonly name: string
  readonly number: bigint | null
  readonly bytes: Uint8Array | null
}

const keep: Unit<Kept, void> = {
  name: 'keep',
  sqlite: (transaction, { name, number, bytes }) =>
    void transaction.run('INSERT INTO notes (name, number, bytes) VALUES (?, ?, ?)', name, number, bytes),
  postgres: {
    text: 'INSERT INTO notes (name, number, bytes) VALUES (:name, :number, :bytes)',
    values: ({ name, number, bytes }) => ({ name, number, bytes }),
    result: () => undefined,
  },
}

const kept: Query<string, Record<string, Cell> | undefined> = {
  name: 'kept',
  sqlite: (transaction, name) => transaction.get('SELECT name, number, bytes FROM notes WHERE name = ?', name),
  postgres: {
    text: 'SELECT name, number, bytes FROM notes WHERE name = :name',
    values: (name) => ({ name }),
    result: (rows) => rows[0],
  },
}

/** Adds one to a number that it reads first. */
const count: Unit<string, bigint> = {
  name: 'count',
  sqlite(transaction, name) {
    transaction.run('UPDATE notes SET number = number + 1 WHERE name = ?', name)
    return transaction.get('SELECT number FROM notes WHERE name = ?', name)!['number'] as bigint
  },
  postgres: {
    text: 'UPDATE notes SET number = number + 1 WHERE name = :name RETURNING number',
    values: (name) => ({ name }),
    result: (rows) => rows[0]!['number'] as bigint,
  },
}

/** What every engine must do under the port; `open` gives an empty store with the tables of `store.fixture.ts`. */
export function storeContract(engine: string, open: () => Promise<Store>): void {
  describe(`store on ${engine}`, () => {
    test('each write gets its own output, and all of them are there', async () => {
      const store = await open()
      const names = Array.from({ length: 100 }, (_, index) => `note ${index}`)
      expect(await Promise.all(names.map((name) => store.write(note, name)))).toEqual(names)
      expect((await store.read(noteNames, undefined)).length).toBe(100)
      await store.close()
    })

    test('every kind of value comes back as it went in', async () => {
      const store = await open()
      const values: Kept[] = [
        { name: 'largest', number: 2n ** 63n - 1n, bytes: Uint8Array.from({ length: 256 }, (_, index) => index) },
        { name: 'smallest', number: -(2n ** 63n), bytes: new Uint8Array() },
        { name: 'Ünïcödé ’ " \\ :name $1 ? 字 🪙', number: 0n, bytes: null },
        { name: '', number: null, bytes: null },
      ]
      for (const value of values) await store.write(keep, value)
      for (const value of values) expect(await store.read(kept, value.name)).toEqual(value)
      expect(await store.read(kept, 'nothing')).toBeUndefined()
      await store.close()
    })

    test('a unit that fails is undone alone and rejects alone, not as a fault of the engine', async () => {
      const store = await open()
      const results = await Promise.allSettled(['one', 'two', 'one'].map((name) => store.write(note, name)))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
      const failed = results.find(({ status }) => status === 'rejected')
      expect(failed).toMatchObject({ reason: expect.not.objectContaining({ name: 'StoreFailed' }) })
      expect(await store.read(noteNames, undefined)).toEqual(['one', 'two'])
      await store.close()
    })

    test('nothing is lost between units that change the same row at once', async () => {
      const store = await open()
      await store.write(keep, { name: 'counter', number: 0n, bytes: null })
      const counted = await Promise.all(Array.from({ length: 50 }, () => store.write(count, 'counter')))
      expect(counted.toSorted((a, b) => Number(a - b))).toEqual(Array.from({ length: 50 }, (_, index) => BigInt(index + 1)))
      await store.close()
    })

    test('a value that is not a cell is refused before it is stored', async () => {
      const store = await open()
      const odd: unknown[] = [new Date(0), 1, true, {}, undefined]
      for (const number of odd)
        await expect(store.write(keep, { name: 'odd', number: number as bigint, bytes: null })).rejects.toThrow(TypeError)
      expect(await store.read(noteNames, undefined)).toEqual([])
      await store.close()
    })

    test('closing waits for the calls that have begun; afterwards every call rejects', async () => {
      const store = await open()
      const writing = Promise.all([store.write(note, 'a'), store.write(note, 'b')])
      await store.close()
      await store.close()
      expect(await writing).toEqual(['a', 'b'])
      await expect(store.write(note, 'c')).rejects.toThrow(StoreClosed)
      await expect(store.read(noteNames, undefined)).rejects.toThrow(StoreClosed)
      await expect(store.write(note, 'c')).rejects.not.toThrow(StoreFailed)
    })
  })
}
