import { expect, test } from 'vitest'
import { createVirtualTime } from '../../../test/simulator/world/virtual-time.ts'
import { silentLog } from '../../shared/log.ts'
import { keepInstanceLease } from './instance-lease.ts'
import type { TakeLeaseInput } from './take-lease.ts'

const noon = Date.UTC(2026, 10, 21, 12)

/** An instance that keeps its lease in a database that may be away. */
async function begin() {
  const time = createVirtualTime(noon)
  const database = { away: false, until: 0, owner: '' }
  const takeLease = async ({ name, owner, until }: TakeLeaseInput) => {
    if (database.away) throw new Error('away')
    expect(name).toBe('instance:me')
    Object.assign(database, { until, owner })
    return true
  }
  const lease = await keepInstanceLease({ ...time, ledger: { takeLease }, instance: 'me', log: silentLog })
  const now = () => time.clock.now() - noon
  const pass = async (ms: number) => {
    const until = now() + ms
    time.timers.after(ms, () => {})
    await time.run(() => now() >= until)
  }
  return { lease, database, time, now, pass, left: () => database.until - noon - now() }
}

test('is renewed long before it runs out, and tells which others have ended once it has been valid for a while', async () => {
  const { lease, pass, left, time } = await begin()
  expect(left()).toBe(10_000)
  expect(lease.endedBy()).toBe(0)
  for (let second = 0; second < 60; second++) {
    await pass(1_000)
    expect(left()).toBeGreaterThanOrEqual(7_000)
    expect(lease.endedBy()).toBe(second >= 4 ? time.clock.now() : 0)
  }
  expect(lease.lapses).toBe(0)
})

test('outlives a restart of the database, and treats no other instance as ended until all had time to come back', async () => {
  const { lease, database, pass, left, time } = await begin()
  await pass(20_000)
  database.away = true
  await pass(3_000)
  expect(lease.endedBy()).toBe(0)
  database.away = false
  await pass(600)
  expect(left()).toBeGreaterThan(9_000)
  expect([lease.lapses, lease.endedBy()]).toEqual([0, 0])
  await pass(5_000)
  expect([lease.lapses, lease.endedBy()]).toEqual([0, time.clock.now()])
})

test('that ran out is taken again, and counted, since others may have what was ours', async () => {
  const { lease, database, pass, left, time } = await begin()
  await pass(20_000)
  database.away = true
  await pass(9_000)
  expect(lease.endedBy()).toBe(0)
  database.away = false
  await pass(600)
  expect(left()).toBeGreaterThan(9_000)
  expect([lease.lapses, lease.endedBy()]).toEqual([1, 0])
  await pass(5_000)
  expect([lease.lapses, lease.endedBy()]).toEqual([1, time.clock.now()])
})

test('after a sleep of the machine treats no other instance as ended, since all of them may have slept', async () => {
  const { lease, pass, time } = await begin()
  await pass(20_000)
  const { now } = time.clock
  expect(lease.endedBy()).toBe(now())
  // The clock has gone on, and no timer has fired yet.
  Object.assign(time.clock, { now: () => now() + 60_000 })
  expect(lease.endedBy()).toBe(0)
  await pass(2_600)
  expect([lease.lapses, lease.endedBy()]).toEqual([1, 0])
})

test('has no owner once it is released, and is not taken again', async () => {
  const { lease, database, pass, now } = await begin()
  await pass(4_000)
  await lease.release()
  expect(database).toMatchObject({ owner: '', until: noon + now() })
  await pass(30_000)
  expect(database.owner).toBe('')
})
