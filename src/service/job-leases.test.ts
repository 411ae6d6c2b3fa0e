import { expect, test } from 'vitest'
import { createVirtualTime } from '../../test/simulator/world/virtual-time.ts'
import { keepInstanceLease, onlyInstance } from '../ledger/leases/instance-lease.ts'
import type { TakeLeaseInput } from '../ledger/leases/take-lease.ts'
import { createJobs } from '../ops/jobs.ts'
import { silentLog } from '../shared/log.ts'
import { silentMetrics } from '../shared/metrics.ts'
import { createJobLeases } from './job-leases.ts'

/** An instance with one job a minute. While it stands still, no answer of the database reaches it and no timer of it is due. */
async function begin() {
  const time = createVirtualTime(0)
  let still = false
  const taken: TakeLeaseInput[] = []
  const unread: { readonly name: string; read(): void }[] = []
  const ledger = {
    async takeLease(lease: TakeLeaseInput) {
      taken.push(lease)
      if (still) await new Promise<void>((resolve) => unread.push({ name: lease.name, read: resolve }))
      return true
    },
    releaseLease: async () => {},
  }
  const common = { clock: time.clock, timers: time.timers, log: silentLog }
  const instanceLease = await keepInstanceLease({ ...common, ledger, instance: 'me' })
  const jobs = createJobs({
    ...common,
    metrics: silentMetrics,
    owner: 'me',
    leases: createJobLeases({ ledger, instanceLease, alone: false }),
  })
  const runs: number[] = []
  async function pass(ms: number) {
    const until = time.clock.now() + ms
    time.timers.after(ms, () => {})
    await time.run(() => time.clock.now() >= until)
  }
  jobs.add({ name: 'expire', everyMs: 60_000, run: async () => void runs.push(time.clock.now()) })
  jobs.start()
  return {
    runs,
    taken,
    pass,
    standStill: () => void (still = true),
    /** It reads the answers that came, first the one about this lease, and renews its own lease between them. */
    async goOn(first: string) {
      still = false
      for (const { read } of unread.toSorted((one, other) => Number(other.name === first) - Number(one.name === first))) {
        read()
        await pass(3_000)
      }
    },
  }
}

test.each(['job:expire', 'instance:me'])(
  'an instance that stood still between the lease of a job and its use leaves the job to others, whichever answer it reads first (%s)',
  async (first) => {
    const { runs, taken, pass, standStill, goOn } = await begin()
    await pass(60_000)
    expect(runs).toEqual([60_000])
    await pass(59_999)
    standStill()
    await pass(20_000)
    expect(
      taken
        .slice(-2)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['instance:me', 'job:expire'])
    await goOn(first)
    await pass(10_000)
    expect(runs).toEqual([60_000])
    await pass(60_000)
    expect(runs).toHaveLength(2)
  },
)

test('the only instance of a ledger owns every job, also one that an earlier process leased', async () => {
  const asked: TakeLeaseInput[] = []
  const ledger = { takeLease: async (lease: TakeLeaseInput) => asked.push(lease) > 0, releaseLease: async () => {} }
  const leases = createJobLeases({ ledger, instanceLease: onlyInstance, alone: true })
  expect(await leases.take({ name: 'job:expire', owner: 'me', until: 2, now: 1 })).toBe(true)
  expect(asked).toMatchObject([{ force: true, endedBy: 0 }])
})
