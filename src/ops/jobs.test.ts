import { describe, expect, test } from 'vitest'
import { silentLog } from '../shared/log.ts'
import { silentMetrics } from '../shared/metrics.ts'
import { createJobs, type LeaseKeeper } from './jobs.ts'
import { systemClock, systemTimers } from './system.ts'

function sharedLeases(): LeaseKeeper & { holders: Map<string, string> } {
  const holders = new Map<string, string>()
  return {
    holders,
    async take({ name, owner }) {
      const holder = holders.get(name) ?? owner
      holders.set(name, holder)
      return holder === owner
    },
    async release({ name, owner }) {
      if (holders.get(name) === owner) holders.delete(name)
    },
  }
}

const create = (leases: LeaseKeeper, owner = 'one', log = silentLog) =>
  createJobs({ clock: systemClock, timers: systemTimers, log, metrics: silentMetrics, leases, owner })

describe('background jobs', () => {
  test('run repeatedly, never twice at once, until they are stopped', async () => {
    const jobs = create(sharedLeases())
    let runs = 0
    let inside = 0
    let most = 0
    jobs.add({
      name: 'sweep',
      everyMs: 2,
      async run() {
        most = Math.max(most, (inside += 1))
        await systemTimers.sleep(8)
        inside -= 1
        runs += 1
      },
    })
    jobs.start()
    await expect.poll(() => runs, { interval: 1 }).toBeGreaterThan(2)
    await jobs.stop()
    const ended = runs
    await systemTimers.sleep(20)
    expect(most).toBe(1)
    expect(runs).toBe(ended)
  })

  test('a job with firstMs runs first at that time, not an interval later', async () => {
    const jobs = create(sharedLeases())
    const ran: string[] = []
    const note = (name: string) => ({ name, everyMs: 60_000, run: async () => void ran.push(name) })
    jobs.add({ ...note('early'), firstMs: 0 })
    jobs.add(note('late'))
    jobs.start()
    await systemTimers.sleep(30)
    await jobs.stop()
    expect(ran).toEqual(['early'])
  })

  test('a failed job runs again, and is logged once for each reason, and when it is well again', async () => {
    const lines: string[] = []
    const jobs = create(sharedLeases(), 'one', {
      ...silentLog,
      error: ({ job, err }) => lines.push(`${String(job)}: ${(err as Error).message}`),
      info: ({ job }, message) => lines.push(`${String(job)}: ${message}`),
    })
    let runs = 0
    jobs.add({
      name: 'fragile',
      everyMs: 2,
      async run() {
        runs += 1
        if (runs <= 6) throw new Error(runs <= 3 ? 'no luck' : 'no disk')
      },
    })
    jobs.start()
    await expect.poll(() => runs).toBeGreaterThan(8)
    await jobs.stop()
    expect(lines).toEqual(['fragile: no luck', 'fragile: no disk', 'fragile: background job runs again'])
  })

  test('have one owner at a time, and another process takes over when it stops', async () => {
    const leases = sharedLeases()
    const ran: string[] = []
    const [first, second] = ['first', 'second'].map((owner) => {
      const jobs = create(leases, owner)
      jobs.add({ name: 'archive', everyMs: 2, run: async () => void ran.push(owner) })
      return jobs
    })
    first?.start()
    await systemTimers.sleep(10)
    second?.start()
    await systemTimers.sleep(20)
    expect(new Set(ran)).toEqual(new Set(['first']))
    await first?.stop()
    await systemTimers.sleep(20)
    expect(ran).toContain('second')
    await second?.stop()
    expect(leases.holders.size).toBe(0)
  })

  test('a job with `everywhere` runs in every process', async () => {
    const leases = sharedLeases()
    leases.holders.set('job:local', 'somebody else')
    const jobs = create(leases)
    let runs = 0
    jobs.add({ name: 'local', everyMs: 2, everywhere: true, run: async () => void (runs += 1) })
    jobs.start()
    await systemTimers.sleep(20)
    await jobs.stop()
    expect(runs).toBeGreaterThan(0)
  })

  test('stopping aborts the running job and waits for its end', async () => {
    const jobs = create(sharedLeases())
    const events: string[] = []
    jobs.add({
      name: 'long',
      everyMs: 1,
      async run(signal) {
        events.push('begun')
        await systemTimers.sleep(60_000, signal).catch(() => events.push('told'))
        events.push('ended')
      },
    })
    jobs.start()
    await systemTimers.sleep(15)
    await jobs.stop()
    expect(events).toEqual(['begun', 'told', 'ended'])
  })

  test('two jobs with one name are refused', () => {
    const jobs = create(sharedLeases())
    const job = { name: 'twin', everyMs: 1, run: async () => {} }
    jobs.add(job)
    expect(() => jobs.add(job)).toThrow('twin')
  })
})
