import { afterEach, expect, test } from 'vitest'
import { openCompanies, type CompanyTest } from '../../companies.fixture.ts'
import { systemTimers } from '../../../../src/ops/system.ts'
import { utcDay } from '../../../../src/shared/clock.ts'
import type { MemoryStore } from '../../../../src/store/sqlite/open-memory-store.ts'
import { memoryStore } from '../../../../src/store/sqlite/store.fixture.ts'
import { StoreUnreachable, type Store } from '../../../../src/store/store.ts'
import type { CompanyRegister } from '../company-register.ts'
import { createCompanySnapshots } from './company-snapshots.ts'
import { dueWatches } from './due-watches.ts'
import { createSnapshotRefresh } from './refresh-snapshots.ts'

const { signal } = new AbortController()
const dayMs = 86_400_000
let world: CompanyTest
let store: MemoryStore
afterEach(async () => {
  await world.close()
  await store.close()
})
async function open(): Promise<CompanyRegister> {
  world = await openCompanies()
  store = memoryStore()
  return world.asked.registers.of('EE')!
}
const kaljuranna = '17980348'
const garantbit = '17980356'

test('companies beyond the bound are not watched, and the answer says that nothing before today is known', async () => {
  const register = await open()
  const snapshots = createCompanySnapshots({ store, clock: world.clock, maxWatches: 1 })
  const today = utcDay(world.clock.now())
  expect(await snapshots.changes(register, kaljuranna, '2026-09-01', signal)).toMatchObject({
    value: { events: [], truncated: { from: today, reason: expect.stringContaining('watched from the first call') } },
  })
  expect(await snapshots.changes(register, garantbit, '2026-09-01', signal)).toMatchObject({
    status: 'found',
    value: { events: [], truncated: { from: today, reason: expect.stringContaining('no more companies can be watched') } },
  })
  world.pass(2 * dayMs)
  expect(await store.read(dueWatches, { source: 'ariregister', now: world.clock.now(), limit: 9 })).toEqual([kaljuranna])
})

test('records of a simulated register and of the real one are kept apart in one database', async () => {
  const register = await open()
  const due = (source: string) => store.read(dueWatches, { source, now: world.clock.now() + 2 * dayMs, limit: 9 })
  const simulated = createCompanySnapshots({ store, clock: world.clock, simulated: true })
  await simulated.changes(register, kaljuranna, '2026-09-01', signal)
  expect([await due('ariregister'), await due('sandbox:ariregister')]).toEqual([[], [kaljuranna]])
  await createCompanySnapshots({ store, clock: world.clock }).changes(register, garantbit, '2026-09-01', signal)
  expect([await due('ariregister'), await due('sandbox:ariregister')]).toEqual([[garantbit], [kaljuranna]])
})

test('a company that the register does not know is not watched', async () => {
  const register = await open()
  const snapshots = createCompanySnapshots({ store, clock: world.clock })
  expect(await snapshots.changes(register, '10000000', '2026-09-01', signal)).toMatchObject({ status: 'not_found' })
  expect(await store.read(dueWatches, { source: 'ariregister', now: world.clock.now() + 9 * dayMs, limit: 9 })).toEqual([])
})

test('changes are unavailable while the database is', async () => {
  const register = await open()
  const away: Store = { ...store, write: () => Promise.reject(new StoreUnreachable('the database is away')) }
  const snapshots = createCompanySnapshots({ store: away, clock: world.clock })
  expect(await snapshots.changes(register, kaljuranna, '2026-09-01', signal)).toMatchObject({
    status: 'unavailable',
    reason: 'down',
    sourceId: 'ariregister',
    retryable: true,
  })
})

test('one run asks for a bounded number of records, and the next one goes on', async () => {
  const register = await open()
  const snapshots = createCompanySnapshots({ store, clock: world.clock })
  for (const number of [kaljuranna, garantbit]) await snapshots.changes(register, number, '2026-09-01', signal)
  const refresh = createSnapshotRefresh({
    registers: [register],
    store,
    clock: world.clock,
    timers: systemTimers,
    maxRecords: 1,
    pauseMs: 1,
  })
  const due = () => store.read(dueWatches, { source: 'ariregister', now: world.clock.now(), limit: 9 })
  world.pass(dayMs + 60_000)
  const asked = world.upstreams.requests('ariregister')
  expect(await due()).toHaveLength(2)
  await refresh(signal)
  expect([await due(), world.upstreams.requests('ariregister') - asked]).toEqual([[garantbit], 1])
  await refresh(signal)
  expect([await due(), world.upstreams.requests('ariregister') - asked]).toEqual([[], 2])
})

test('an answer that is not understood holds up no other record, and a register that does not answer is left alone until the next run', async () => {
  const register = await open()
  const snapshots = createCompanySnapshots({ store, clock: world.clock })
  for (const number of [kaljuranna, garantbit]) await snapshots.changes(register, number, '2026-09-01', signal)
  const refresh = createSnapshotRefresh({ registers: [register], store, clock: world.clock, timers: systemTimers, pauseMs: 1 })
  // Old answers are used for a week.
  world.pass(8 * dayMs)
  world.upstreams.setMode('ariregister', 'garbage')
  await refresh(signal)
  expect(await store.read(dueWatches, { source: 'ariregister', now: world.clock.now(), limit: 9 })).toEqual([])
  world.pass(dayMs)
  world.upstreams.setMode('ariregister', 'outage')
  await refresh(signal)
  expect(await store.read(dueWatches, { source: 'ariregister', now: world.clock.now(), limit: 9 })).toEqual([garantbit])
})
