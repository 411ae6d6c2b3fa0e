import { expect, test } from 'vitest'
import { noteNames, notes, systemParts } from '../../src/store/sqlite/store.fixture.ts'
import { openMemoryStore } from '../../src/store/sqlite/open-memory-store.ts'
import { StoreFailed, StoreOutcomeUnknown, type PostgresForm, type Unit } from '../../src/store/store.ts'
import { beginLife } from './life.ts'
import { postgresPort } from './postgres-port.ts'
import { createSeededRandom } from './seeded-random.ts'
import { createVirtualTime } from './virtual-time.ts'
import { fairWeather, type Weather } from './weather.ts'

const note: Unit<string, void> = {
  name: 'note',
  sqlite: (transaction, name) => void transaction.run('INSERT INTO notes (name) VALUES (?)', name),
}
/** One that goes with others of its moment. */
const brief: Unit<string, void> = { ...note, name: 'brief', postgres: { brief: true } as PostgresForm<string, void> }

/** Writes these over one port; gives how each ended, and what stands in the end. */
async function play(
  names: readonly string[],
  options: { unit?: Unit<string, void>; weather?: Partial<Weather>; seed?: number; away?: boolean },
) {
  const time = createVirtualTime(0)
  const store = openMemoryStore({ ...systemParts, timers: time.timers, migrations: [notes] })
  const server = { up: options.away !== true, era: 0, store, failed: () => {} }
  const life = beginLife(time.timers)
  const weather = { ...fairWeather(), ...options.weather }
  const random = createSeededRandom(options.seed ?? 1)
  const port = postgresPort({ server, store, life, time, random, weather })
  const ends = new Map<string, unknown>()
  time.timers.soon(() => {
    for (const name of names)
      port.write(options.unit ?? note, name).then(
        () => ends.set(name, 'done'),
        (error: unknown) => ends.set(name, error),
      )
  })
  await time.run(() => false)
  const read: unknown[] = []
  time.timers.soon(
    () =>
      void port.read(noteNames, undefined).then(
        (names) => read.push(...names),
        (error: unknown) => read.push(error),
      ),
  )
  await time.run(() => false)
  const stands = await store.read(noteNames, undefined)
  return { ends, read, stands }
}

const seeds = Array.from({ length: 60 }, (_, index) => index)

test('in fair weather all is done, and read', async () => {
  const { ends, read } = await play(['a', 'b', 'c'], {})
  expect([...ends.values()]).toEqual(['done', 'done', 'done'])
  expect(new Set(read)).toEqual(new Set(['a', 'b', 'c']))
})

test('where a connection breaks nobody knows, and it was done, or not, or is done later', async () => {
  const outcomes = new Set<boolean>()
  for (const seed of seeds) {
    const { ends, stands } = await play(['a'], { seed, weather: { storeAnswersLost: 1 } })
    expect(ends.get('a')).toBeInstanceOf(StoreOutcomeUnknown)
    outcomes.add(stands.includes('a'))
  }
  expect(outcomes).toEqual(new Set([false, true]))
})

test('whoever loses every race is told that nothing was written, and nothing was', async () => {
  const { ends, stands } = await play(['a'], { weather: { storeRaces: 1 } })
  expect(ends.get('a')).toBeInstanceOf(StoreFailed)
  expect(ends.get('a')).not.toBeInstanceOf(StoreOutcomeUnknown)
  expect(stands).toEqual([])
})

test('a lost race is run again, once', async () => {
  for (const seed of seeds) {
    const { ends, stands } = await play(['a', 'b'], { seed, weather: { storeRaces: 0.5 } })
    expect([...ends.values()]).toEqual(['done', 'done'])
    expect(stands.toSorted()).toEqual(['a', 'b'])
  }
})

test('while the database is away nothing is written, and everybody is told so', async () => {
  const { ends, read, stands } = await play(['a'], { away: true })
  expect(ends.get('a')).toBeInstanceOf(StoreFailed)
  expect(ends.get('a')).not.toBeInstanceOf(StoreOutcomeUnknown)
  expect(read).toEqual([expect.any(StoreFailed)])
  expect(stands).toEqual([])
})

test('brief ones of one moment are all done or none, and of all of them nobody knows', async () => {
  const counts = new Set<number>()
  for (const seed of seeds) {
    const { ends, stands } = await play(['a', 'b', 'c'], { unit: brief, seed, weather: { storeAnswersLost: 0.5 } })
    const unknown = [...ends.values()].filter((end) => end instanceof StoreOutcomeUnknown).length
    expect([0, 3]).toContain(unknown)
    if (unknown === 3) counts.add(stands.length)
  }
  expect(counts).toEqual(new Set([0, 3]))
})
