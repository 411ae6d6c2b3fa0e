import { describe, expect, test } from 'vitest'
import { openMemoryStore } from '../../../src/store/sqlite/open-memory-store.ts'
import { noteNames, notes, systemParts } from '../../../src/store/sqlite/store.fixture.ts'
import { StoreFailed, type Unit } from '../../../src/store/store.ts'
import { createSeededRandom } from '../world/seeded-random.ts'
import { failingUnit } from './failing-unit.ts'

const noteAll: Unit<readonly string[], void> = {
  name: 'note_all',
  sqlite: (transaction, names) => {
    for (const name of names) transaction.run('INSERT INTO notes (name) VALUES (?)', name)
  },
}

const five = ['a', 'b', 'c', 'd', 'e']

/** Writes a failing unit between two others. Returns how each ended, and what is stored at the end. */
async function together(seed: number) {
  const store = openMemoryStore({ ...systemParts, migrations: [notes] })
  const written = [['before'], five, ['after']]
  const ended = await Promise.allSettled([
    store.write(noteAll, ['before']),
    store.write(failingUnit(noteAll, createSeededRandom(seed)), five),
    store.write(noteAll, ['after']),
  ])
  const names = await store.read(noteNames, undefined)
  await store.close()
  return { ended, names, told: written.filter((_, index) => ended[index]?.status === 'fulfilled').flat() }
}

describe('a unit during which the engine fails', () => {
  test('leaves all of its work or nothing, and fails alone or with its group', async () => {
    const seen = new Set<string>()
    for (let seed = 0; seed < 40; seed += 1) {
      const { ended, names, told } = await together(seed)
      for (const one of ended) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(StoreFailed)
      expect(names.toSorted()).toEqual(told.toSorted())
      seen.add(ended.map(({ status }) => status).join(', '))
    }
    expect([...seen].toSorted()).toEqual([
      'fulfilled, fulfilled, fulfilled',
      'fulfilled, rejected, fulfilled',
      'rejected, rejected, fulfilled',
    ])
  })
})
