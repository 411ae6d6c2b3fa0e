import { afterEach, beforeEach, expect, test } from 'vitest'
import { sandboxCompany } from '../sandbox/population/sandbox-companies.ts'
import { companyOffers, contextAt, openCompanies, type CompanyTest } from '../companies.fixture.ts'
import type { MemoryStore } from '../../../src/store/sqlite/open-memory-store.ts'
import { memoryStore } from '../../../src/store/sqlite/store.fixture.ts'

const hour = 3_600_000
const day = 24 * hour
const { registerNumber } = sandboxCompany('kaljuranna')
let store: MemoryStore
let world: CompanyTest
beforeEach(async () => {
  store = memoryStore()
  world = await openCompanies({ limits: { attempts: { retries: 0, backoffMs: 1 } }, shared: store })
  world.pass(Date.parse('2024-06-03T12:00:00.000Z') - world.clock.now())
})
afterEach(async () => {
  await world.close()
  await store.close()
})

const setRegister = (mode: 'ok' | 'removed') => world.upstreams.setMode(`ariregister:${registerNumber}`, mode)
const refresh = () => world.refresh()

async function ask() {
  const companySignals = companyOffers(world.asked).signals
  const outcome = await companySignals.run(
    { path: { id: `EE:${registerNumber}` }, query: companySignals.query!.parse({}), body: {} },
    contextAt(world),
  )
  const { data } = companySignals.answer.parse(outcome.body)
  return data.events
    .filter(({ method }) => method === 'snapshot_diff')
    .map(({ type, old, new: now, publishedDate }) => [type, old, now, publishedDate])
}

test('a company that its register no longer has on two days gets an event, dated on the second day', async () => {
  expect(await ask()).toEqual([])
  setRegister('removed')
  world.pass(2 * day)
  expect(await ask()).toEqual([])
  // The same day again.
  world.pass(6 * hour)
  expect(await ask()).toEqual([])
  world.pass(day)
  const gone = ['status', 'active', 'not_in_register', '2024-06-06']
  expect(await ask()).toEqual([gone])
  // It stays one event.
  world.pass(3 * day)
  expect(await ask()).toEqual([gone])
})

test('the daily look sees it without a call', async () => {
  await ask()
  setRegister('removed')
  for (let days = 0; days < 4; days++) {
    world.pass(day + 60_000)
    await refresh()
  }
  expect(await ask()).toEqual([['status', 'active', 'not_in_register', '2024-06-05']])
})

test('a register that had a gap of one day, or over midnight, says nothing about the company', async () => {
  await ask()
  setRegister('removed')
  world.pass(day + 11 * hour)
  expect(await ask()).toEqual([])
  world.pass(2 * hour)
  expect(await ask()).toEqual([])
  setRegister('ok')
  world.pass(2 * day)
  expect(await ask()).toEqual([])
})

test('an outage of any length is no sign that the company is gone', async () => {
  await ask()
  world.upstreams.setMode('ariregister', 'outage')
  for (let days = 0; days < 10; days++) {
    world.pass(day + 60_000)
    await refresh()
  }
  world.upstreams.setMode('ariregister', 'ok')
  world.pass(day)
  expect(await ask()).toEqual([])
})

test('a company that comes back has an event for that too', async () => {
  await ask()
  setRegister('removed')
  for (let days = 0; days < 3; days++) {
    world.pass(day + 60_000)
    await refresh()
  }
  setRegister('ok')
  world.pass(day)
  expect(await ask()).toEqual([
    ['status', 'active', 'not_in_register', '2024-06-05'],
    ['status', 'not_in_register', 'active', '2024-06-07'],
  ])
})

test('a company that the register never had has no event, however often it is asked for', async () => {
  setRegister('removed')
  for (let days = 0; days < 3; days++) {
    expect(await ask()).toEqual([])
    world.pass(day)
  }
})
