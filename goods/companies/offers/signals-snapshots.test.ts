import { afterEach, describe, expect, test } from 'vitest'
import { companyOffers, contextAt, openCompanies, type CompanyTest } from '../companies.fixture.ts'
import { sandboxCompany } from '../sandbox/population/sandbox-companies.ts'
import { utcDay } from '../../../src/shared/clock.ts'
import type { MemoryStore } from '../../../src/store/sqlite/open-memory-store.ts'
import { memoryStore } from '../../../src/store/sqlite/store.fixture.ts'

const day = 86_400_000
let opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.toReversed()) await one.close()
  opened = []
})
/** A process at noon of a day, which may be one of the past: the sandbox's companies are then as they were. */
async function openOn(date: string, store: MemoryStore = openShared()): Promise<CompanyTest> {
  const world = await openCompanies({ limits: { attempts: { retries: 0, backoffMs: 1 } }, shared: store })
  opened.push(world)
  world.pass(Date.parse(`${date}T12:00:00.000Z`) - world.clock.now())
  return world
}
function openShared(): MemoryStore {
  const store = memoryStore()
  opened.push(store)
  return store
}
async function ask(world: CompanyTest, key: string, query: { since?: string } = {}) {
  const { country, registerNumber } = sandboxCompany(key)
  const companySignals = companyOffers(world.asked).signals
  const read = companySignals.query!.parse(query)
  const outcome = await companySignals.run({ path: { id: `${country}:${registerNumber}` }, query: read, body: {} }, contextAt(world))
  const { data, meta } = companySignals.answer.parse(outcome.body)
  return { data, meta, changes: data.events.filter(({ method }) => method === 'snapshot_diff'), charge: outcome.charge }
}
const refresh = (world: CompanyTest) => world.refresh()

/** The sandbox's companies that change on a day, and how their registers show it. */
const changing = [
  {
    key: 'orlen',
    source: 'krs',
    on: '2023-07-03',
    expected: [
      { type: 'name', old: 'POLSKI KONCERN NAFTOWY ORLEN S.A.', new: 'ORLEN S.A.' },
      { type: 'capital', old: '534636326.25 PLN', new: '1451177561.25 PLN' },
    ],
  },
  {
    key: 'dunajske-sklady',
    source: 'rpo',
    on: '2025-12-19',
    expected: [{ type: 'status', new: 'dissolved', effectiveDate: '2025-12-19' }],
  },
  {
    key: 'kaljuranna',
    source: 'ariregister',
    on: '2024-03-12',
    expected: [{ type: 'address', old: expect.stringContaining('Pärnu mnt 148') }],
  },
  {
    key: 'dzintara-norekini',
    source: 'latvia-ur',
    on: '2024-03-12',
    expected: [{ type: 'address', new: expect.stringContaining('Valdemāra') }],
  },
]
const before = (date: string, days: number) => utcDay(Date.parse(date) - days * day)

describe.each(changing)('a company of a register without a feed, $source', ({ key, source, on, expected }) => {
  test('is watched from the first call on, and its changes are the differences of its records', async () => {
    const world = await openOn(before(on, 2))
    const first = await ask(world, key)
    expect(first.changes).toEqual([])
    expect(first.data.coverage).toMatchObject({
      status: 'truncated',
      reason: 'short_history',
      fromDate: before(on, 2),
      sources: [
        { source, method: 'snapshot_diff', status: 'truncated', fromDate: before(on, 2), detail: expect.stringContaining('watched') },
        {},
      ].slice(0, first.data.coverage.sources.length),
    })
    world.pass(3 * day)
    const later = await ask(world, key)
    expect(later.changes).toHaveLength(expected.length)
    expect(later.changes).toEqual(
      expect.arrayContaining(expected.map((one) => expect.objectContaining({ ...one, source, publishedDate: before(on, -1) }))),
    )
    expect(later.charge).toBe(true)
    // From the day after the first one on, everything is known.
    expect((await ask(world, key, { since: before(on, 1) })).data.coverage.status).toBe('complete')
  })

  test('is looked at every day, without a call', async () => {
    const world = await openOn(before(on, 2))
    await ask(world, key)
    for (let days = 0; days < 6; days++) {
      world.pass(day + 60_000)
      await refresh(world)
    }
    const { changes } = await ask(world, key)
    // Each look is a minute later than the one before.
    expect(changes.map(({ publishedDate }) => publishedDate)).toEqual(expected.map(() => on))
  })
})

test('every instance that shares the store gives the same ids', async () => {
  const store = openShared()
  const one = await openOn('2023-07-01', store)
  await ask(one, 'orlen')
  one.pass(4 * day)
  const here = await ask(one, 'orlen')
  const other = await openOn('2023-07-05', store)
  const there = await ask(other, 'orlen')
  expect(there.changes).toHaveLength(2)
  expect(there.changes.map(({ id }) => id)).toEqual(here.changes.map(({ id }) => id))
})

test('an instance with an old answer in its memory does not undo a change that another one saw', async () => {
  const store = openShared()
  const slow = await openOn('2023-07-02', store)
  await ask(slow, 'orlen')
  const fast = await openOn('2023-07-02', store)
  fast.pass(day)
  expect((await ask(fast, 'orlen')).changes).toHaveLength(2)
  slow.pass(day - 3_600_000)
  expect((await ask(slow, 'orlen')).changes).toHaveLength(2)
  expect((await ask(fast, 'orlen')).changes).toHaveLength(2)
})

test('is forgotten 90 days after the last call', async () => {
  const world = await openOn('2023-06-01')
  await ask(world, 'orlen')
  world.pass(91 * day)
  await refresh(world)
  const asked = world.upstreams.requests('krs')
  await refresh(world)
  expect(world.upstreams.requests('krs')).toBe(asked)
  const again = await ask(world, 'orlen')
  expect([again.changes, again.data.coverage.fromDate]).toEqual([[], '2023-08-31'])
})

test('while the register is down the last record is used, and the next call begins on its day', async () => {
  const world = await openOn('2023-07-01')
  await ask(world, 'orlen')
  world.pass(3 * day)
  world.upstreams.setMode('krs', 'outage')
  await refresh(world)
  const { changes, data, meta } = await ask(world, 'orlen', { since: '2023-06-20' })
  expect([changes, data.next_since, meta.degraded]).toEqual([[], '2023-07-01', true])
  world.upstreams.setMode('krs', 'ok')
  world.pass(day)
  expect((await ask(world, 'orlen')).changes).toHaveLength(2)
})

test('the job leaves a register alone that accepts no more requests', async () => {
  const world = await openOn('2024-03-10')
  for (const key of ['orlen', 'baltycka-stal', 'stocznia-wschod']) await ask(world, key)
  await ask(world, 'kaljuranna')
  world.pass(day + 60_000)
  world.upstreams.setMode('krs', 'rate-limited')
  const before = { krs: world.upstreams.requests('krs'), ariregister: world.upstreams.requests('ariregister') }
  await refresh(world)
  expect(world.upstreams.requests('krs') - before.krs).toBe(1)
  expect(world.upstreams.requests('ariregister') - before.ariregister).toBe(1)
})
