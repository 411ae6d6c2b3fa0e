import { describe, expect, test } from 'vitest'
import { openMemoryStore } from '../../src/store/sqlite/open-memory-store.ts'
import { noteNames, notes, systemParts } from '../../src/store/sqlite/store.fixture.ts'
import { StoreFailed, type Unit } from '../../src/store/store.ts'
import { createSeededRandom } from './seeded-random.ts'
import { stumblingUnit } from './stumbling-unit.ts'

const noteAll: Unit<readonly string[], void> = {
  name: 'note_all',
  sqlite: (transaction, names) => {
    for (const name of names) transaction.run('INSERT INTO notes (name) VALUES (?)', name)
  },
}

const five = ['a', 'b', 'c', 'd', 'e']

/** What stands in the end of a unit that stumbles between two others, and how each ended. */
async function together(seed: number) {
  const store = openMemoryStore({ ...systemParts, migrations: [notes] })
  const written = [['before'], five, ['after']]
  const ended = await Promise.allSettled([
    store.write(noteAll, ['before']),
    store.write(stumblingUnit(noteAll, createSeededRandom(seed)), five),
    store.write(noteAll, ['after']),
  ])
  const names = await store.read(noteNames, undefined)
  await store.close()
  return { ended, names, told: written.filter((_, index) => ended[index]?.status === 'fulfilled').flat() }
}

describe('a unit in whose midst the engine fails', () => {
  test('leaves all of its work or nothing, and takes with it those of its group or nobody', async () => {
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
