import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock, systemTimers } from '../../ops/system.ts'
import { silentLog } from '../../shared/log.ts'
import { silentMetrics } from '../../shared/metrics.ts'
import { createWorkerMetrics } from './worker-metrics.ts'
import { createWorkerPool } from './worker-pool.ts'
import { Unusable, type WorkerProcess } from './worker-process.ts'
import { ourselves } from '../../shared/caller.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const idleMs = 60_000
const signal = new AbortController().signal
const words = { kind: 'text', subject: 'The text', unavailable: 'The models cannot be used at this moment.' }

/** A worker in this process. `start` says how its start goes; a job `crash` ends it, and `wait` waits until the test ends it. */
function fakeWorker(start: () => Promise<void>, waiting: (() => void)[]): WorkerProcess & { readonly hasEnded: () => boolean } {
  const { promise: ended, resolve } = Promise.withResolvers<string>()
  let hasEnded = false
  const end = (why: string) => {
    hasEnded = true
    resolve(why)
  }
  return {
    ready: start(),
    ended,
    hasEnded: () => hasEnded,
    residentBytes: () => 1,
    isWorn: () => false,
    async run(job, input) {
      if (job === 'crash') {
        end('SIGSEGV')
        throw new Error('SIGSEGV')
      }
      if (job === 'wait') await new Promise<void>((done) => waiting.push(done))
      return input
    },
    end: async (why) => end(why),
  }
}

function open({ maxWorkers = 1 } = {}) {
  const started: ReturnType<typeof fakeWorker>[] = []
  const broken: unknown[] = []
  const waiting: (() => void)[] = []
  const state = { start: () => Promise.resolve() }
  const pool = createWorkerPool(
    { maxWorkers, jobMs: 20_000, maxResidentBytes: 100, idleMs, words },
    {
      clock: systemClock,
      timers: systemTimers,
      log: silentLog,
      metrics: createWorkerMetrics(silentMetrics, 'text'),
      start() {
        const worker = fakeWorker(state.start, waiting)
        worker.ready.catch(() => {})
        started.push(worker)
        return worker
      },
      broken: (error) => void broken.push(error),
    },
  )
  const run = (job: string) => pool.run(job, job, ourselves, signal)
  const alive = () => started.filter((worker) => !worker.hasEnded()).length
  return { pool, state, started, broken, waiting, run, alive }
}

describe('workers', () => {
  test('are started by jobs, and no more of them than jobs wait', async () => {
    const { run, started } = open({ maxWorkers: 4 })
    expect(started).toHaveLength(0)
    expect(await Promise.all([run('one'), run('two')])).toEqual(['one', 'two'])
    expect(started).toHaveLength(2)
    await run('three')
    expect(started).toHaveLength(2)
  })

  test('end when no job has come for a while, and the next job starts another one', async () => {
    const { run, started, alive } = open()
    await run('one')
    await vi.advanceTimersByTimeAsync(idleMs - 1)
    await run('two')
    await vi.advanceTimersByTimeAsync(idleMs - 1)
    expect(alive()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(alive()).toBe(0)
    expect(await run('three')).toBe('three')
    expect(started).toHaveLength(2)
  })

  test('do not end for idleness while they work', async () => {
    const { run, alive, waiting } = open()
    await run('one')
    const job = run('wait')
    await vi.advanceTimersByTimeAsync(19_000)
    expect(alive()).toBe(1)
    waiting.pop()?.()
    expect(await job).toBe('wait')
  })

  test.each([new Unusable('a file is missing'), new Error('exit code 1')])(
    'that cannot be started are told of at once, and no job waits for them: %s',
    async (fault) => {
      const { run, state, broken } = open()
      state.start = () => Promise.reject(fault)
      await expect(run('one')).rejects.toMatchObject({ code: 'offer_unavailable' })
      expect(broken).toEqual([fault])
      state.start = () => Promise.resolve()
      const next = run('two')
      await vi.advanceTimersByTimeAsync(1_000)
      expect(await next).toBe('two')
    },
  )

  test('that end in three jobs one after the other are told of, and not in fewer', async () => {
    const { run, broken } = open()
    const crash = async () => {
      const job = run('crash').catch((error: unknown) => error)
      await vi.advanceTimersByTimeAsync(30_000)
      expect(await job).toMatchObject({ code: 'engine_failed' })
    }
    for (const _ of [1, 2]) await crash()
    const good = run('good')
    await vi.advanceTimersByTimeAsync(30_000)
    await good
    for (const _ of [1, 2]) await crash()
    expect(broken).toEqual([])
    await crash()
    expect(broken).toHaveLength(1)
  })

  test('end with the pool, and are not told of', async () => {
    const { pool, run, alive, broken } = open()
    await run('one')
    await pool.close()
    expect(alive()).toBe(0)
    await expect(run('two')).rejects.toMatchObject({ code: 'shutting_down' })
    expect(broken).toEqual([])
  })
})
