import { expect, test } from 'vitest'
import { noteNames, notes, systemParts } from '../../../src/store/sqlite/store.fixture.ts'
import { openMemoryStore } from '../../../src/store/sqlite/open-memory-store.ts'
import { StoreFailed, StoreOutcomeUnknown, type PostgresForm, type Unit } from '../../../src/store/store.ts'
import { beginProcessRun } from '../service/process-run.ts'
import { postgresPort } from './postgres-port.ts'
import { createSeededRandom } from '../world/seeded-random.ts'
import { createVirtualTime } from '../world/virtual-time.ts'
import { noFaults, type FaultProfile } from '../faults/fault-profile.ts'

const note: Unit<string, void> = {
  name: 'note',
  sqlite: (transaction, name) => void transaction.run('INSERT INTO notes (name) VALUES (?)', name),
}
/** A unit that may share a transaction with others of the same moment. */
const brief: Unit<string, void> = { ...note, name: 'brief', postgres: { brief: true } as PostgresForm<string, void> }

/** Writes these names over one port. Returns how each write ended, and what is stored at the end. */
async function writeAll(
  names: readonly string[],
  options: { unit?: Unit<string, void>; faultProfile?: Partial<FaultProfile>; seed?: number; away?: boolean },
) {
  const time = createVirtualTime(0)
  const store = openMemoryStore({ ...systemParts, timers: time.timers, migrations: [notes] })
  const server = { up: options.away !== true, era: 0, store, failed: () => {} }
  const processRun = beginProcessRun(time.timers)
  const faultProfile = { ...noFaults(), ...options.faultProfile }
  const random = createSeededRandom(options.seed ?? 1)
  const port = postgresPort({ server, store, processRun, time, random, faultProfile })
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

test('without faults everything is written and read', async () => {
  const { ends, read } = await writeAll(['a', 'b', 'c'], {})
  expect([...ends.values()]).toEqual(['done', 'done', 'done'])
  expect(new Set(read)).toEqual(new Set(['a', 'b', 'c']))
})

test('when a connection breaks the outcome is unknown: it was done, was not done, or is done later', async () => {
  const outcomes = new Set<boolean>()
  for (const seed of seeds) {
    const { ends, stands } = await writeAll(['a'], { seed, faultProfile: { storeAnswersLost: 1 } })
    expect(ends.get('a')).toBeInstanceOf(StoreOutcomeUnknown)
    outcomes.add(stands.includes('a'))
  }
  expect(outcomes).toEqual(new Set([false, true]))
})

test('a unit that loses every race fails, and nothing is written', async () => {
  const { ends, stands } = await writeAll(['a'], { faultProfile: { storeRaces: 1 } })
  expect(ends.get('a')).toBeInstanceOf(StoreFailed)
  expect(ends.get('a')).not.toBeInstanceOf(StoreOutcomeUnknown)
  expect(stands).toEqual([])
})

test('a unit that lost a race runs again and is written once', async () => {
  for (const seed of seeds) {
    const { ends, stands } = await writeAll(['a', 'b'], { seed, faultProfile: { storeRaces: 0.5 } })
    expect([...ends.values()]).toEqual(['done', 'done'])
    expect(stands.toSorted()).toEqual(['a', 'b'])
  }
})

test('while the database is down nothing is written, and every caller gets an error', async () => {
  const { ends, read, stands } = await writeAll(['a'], { away: true })
  expect(ends.get('a')).toBeInstanceOf(StoreFailed)
  expect(ends.get('a')).not.toBeInstanceOf(StoreOutcomeUnknown)
  expect(read).toEqual([expect.any(StoreFailed)])
  expect(stands).toEqual([])
})

test('brief units of one moment are all done or none, and their outcome is unknown for all of them', async () => {
  const counts = new Set<number>()
  for (const seed of seeds) {
    const { ends, stands } = await writeAll(['a', 'b', 'c'], { unit: brief, seed, faultProfile: { storeAnswersLost: 0.5 } })
    const unknown = [...ends.values()].filter((end) => end instanceof StoreOutcomeUnknown).length
    expect([0, 3]).toContain(unknown)
    if (unknown === 3) counts.add(stands.length)
  }
  expect(counts).toEqual(new Set([0, 3]))
})
