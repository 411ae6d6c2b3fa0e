import { describe, expect, test } from 'vitest'
import { createVirtualTime } from '../../test/simulator/world/virtual-time.ts'
import { createMetrics } from '../ops/metrics.ts'
import { silentLog } from '../shared/log.ts'
import { createSupervisor } from './supervisor.ts'
import type { WorkerProcess } from './worker-slot.ts'

/** Processes that do what the test says, and note what they are told. */
function create(workers = 2) {
  const time = createVirtualTime(1_000_000)
  const metrics = createMetrics()
  const events: string[] = []
  const gaveUp: string[] = []
  const alive = new Map<number, { readonly at: number; beReady(): void; exit(how: string): void }>()
  const nobodyStarts = { yet: false }
  const supervisor = createSupervisor({
    ...time,
    workers,
    startMs: 120_000,
    endMs: 10_000,
    giveUp: (why) => gaveUp.push(why),
    log: silentLog,
    metrics: metrics.metrics,
    start(number): WorkerProcess {
      if (alive.has(number)) throw new Error(`two workers ${number} at once`)
      const at = time.clock.now()
      events.push(`start ${number}`)
      const ready = Promise.withResolvers<void>()
      const ended = Promise.withResolvers<string>()
      const own = {
        at,
        beReady: ready.resolve,
        exit(how: string) {
          alive.delete(number)
          ended.resolve(how)
        },
      }
      alive.set(number, own)
      if (nobodyStarts.yet) time.timers.after(1, () => own.exit('code 1'))
      return {
        ready: ready.promise,
        ended: ended.promise,
        retire: () => events.push(`retire ${number}`),
        end: () => events.push(`end ${number}`),
        kill: () => {
          events.push(`kill ${number}`)
          own.exit('SIGKILL')
        },
      }
    },
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  /** What happens within so many milliseconds. */
  async function pass(ms: number): Promise<string[]> {
    await settle()
    events.length = 0
    let over = false
    time.timers.after(ms, () => (over = true))
    await time.run(() => over)
    return [...events]
  }
  const all = async (what: (worker: { beReady(): void; exit(how: string): void }) => void) => {
    for (const worker of alive.values()) what(worker)
    await settle()
  }
  /** All of them run. */
  async function started() {
    const ready = supervisor.start()
    await all((worker) => worker.beReady())
    await ready
    events.length = 0
  }
  const worker = (number: number) => alive.get(number)!
  return { supervisor, events, gaveUp, alive, nobodyStarts, pass, settle, all, started, worker, metrics, clock: time.clock }
}

describe('workers', () => {
  test('are ready together when the last one is', async () => {
    const { supervisor, settle, worker } = create(3)
    let ready = false
    void supervisor.start().then(() => (ready = true))
    worker(3).beReady()
    worker(1).beReady()
    await settle()
    expect([ready, supervisor.ready().length]).toEqual([false, 2])
    worker(2).beReady()
    await settle()
    expect([ready, supervisor.ready().length]).toEqual([true, 3])
  })

  test('one that dies after it ran for long is started again at once', async () => {
    const { started, pass, worker } = create()
    await started()
    await pass(61_000)
    worker(2).exit('SIGKILL')
    expect(await pass(1)).toEqual(['start 2'])
  })

  test('one that dies repeatedly is started after growing pauses, until it keeps running', async () => {
    const { started, pass, settle, worker, clock } = create()
    await started()
    await pass(61_000)
    const pauses = []
    for (let death = 0; death < 10; death++) {
      worker(1).exit('SIGSEGV')
      const died = clock.now()
      while ((await pass(100)).length === 0);
      pauses.push((worker(1).at - died) / 1_000)
      worker(1).beReady()
      await settle()
    }
    expect(pauses).toEqual([0, 1, 2, 4, 8, 16, 30, 30, 30, 30])
    await pass(61_000)
    worker(1).exit('SIGSEGV')
    expect(await pass(1)).toEqual(['start 1'])
  })

  test('that can not be started are given up, with the reason', async () => {
    const { supervisor, pass, nobodyStarts, gaveUp } = create(2)
    nobodyStarts.yet = true
    void supervisor.start()
    await pass(7_000)
    expect(gaveUp).toEqual([])
    await pass(1_000)
    expect(gaveUp[0]).toBe('worker 1 could not be started, 5 times in a row (code 1)')
  })

  test('are not given up while another one runs', async () => {
    const { started, pass, worker, nobodyStarts, gaveUp } = create(2)
    await started()
    nobodyStarts.yet = true
    worker(2).exit('SIGKILL')
    const starts = await pass(600_000)
    expect(starts.length).toBeGreaterThan(20)
    expect(gaveUp).toEqual([])
  })
})

describe('renewing', () => {
  test('replaces one after the other, each when the one before is ready', async () => {
    const { supervisor, started, settle, worker, events } = create(2)
    await started()
    const renewed = supervisor.renew()
    await settle()
    expect(events).toEqual(['retire 1'])
    worker(1).exit('code 0')
    await settle()
    expect(events).toEqual(['retire 1', 'start 1'])
    worker(1).beReady()
    await settle()
    expect(events).toEqual(['retire 1', 'start 1', 'retire 2'])
    worker(2).exit('code 0')
    await settle()
    worker(2).beReady()
    await renewed
    expect(supervisor.ready()).toHaveLength(2)
  })

  test('waits while another one is not ready', async () => {
    const { supervisor, started, settle, worker, events } = create(2)
    await started()
    worker(2).exit('SIGKILL')
    await settle()
    void supervisor.renew()
    await settle()
    expect(events).not.toContain('retire 1')
  })

  test('stops at one whose new process does not start', async () => {
    const { supervisor, started, settle, pass, worker, events, nobodyStarts } = create(2)
    await started()
    const renewed = supervisor.renew()
    await settle()
    nobodyStarts.yet = true
    worker(1).exit('code 0')
    await pass(50)
    await renewed
    expect(events).not.toContain('retire 2')
    expect(supervisor.ready()).toHaveLength(1)
  })

  test('is done once more when it is requested again during a renewal', async () => {
    const { supervisor, started, settle, worker, events } = create(1)
    await started()
    const renewed = Promise.all([supervisor.renew(), supervisor.renew(), supervisor.renew()])
    for (let turn = 0; turn < 2; turn++) {
      await settle()
      worker(1).exit('code 0')
      await settle()
      worker(1).beReady()
    }
    await renewed
    expect(events).toEqual(['retire 1', 'start 1', 'retire 1', 'start 1'])
  })

  test('kills one that does not end', async () => {
    const { supervisor, started, pass, events } = create(1)
    await started()
    void supervisor.renew()
    expect(await pass(9_900)).toEqual([])
    await pass(200)
    expect(events).toEqual(['kill 1', 'start 1'])
  })
})

describe('a worker that is never ready', () => {
  test('is killed when its time is over, and started again', async () => {
    const { supervisor, pass, worker } = create(2)
    void supervisor.start()
    worker(1).beReady()
    expect(await pass(119_000)).toEqual([])
    expect(await pass(2_000)).toEqual(['kill 2', 'start 2'])
  })

  test('ends the renewal that started it, the other workers go on, and the next renewal is heard', async () => {
    const { supervisor, started, pass, worker, settle, events } = create(2)
    await started()
    void supervisor.renew()
    await settle()
    worker(1).exit('code 0')
    await settle()
    expect(await pass(121_000)).toEqual(['kill 1', 'start 1'])
    worker(1).beReady()
    await settle()
    void supervisor.renew()
    await settle()
    expect(events.at(-1)).toBe('retire 1')
  })
})

describe('the end', () => {
  test('is passed on to all and waits for all; none is started again', async () => {
    const { supervisor, started, settle, worker, pass, events } = create(2)
    await started()
    let stopped = false
    const stopping = supervisor.stop().then(() => (stopped = true))
    expect(events).toEqual(['end 1', 'end 2'])
    worker(1).exit('code 0')
    await settle()
    expect(stopped).toBe(false)
    worker(2).exit('code 0')
    await stopping
    expect(await pass(60_000)).toEqual([])
  })

  test('reports when one did not end in order', async () => {
    const { supervisor, started, worker, pass } = create(2)
    await started()
    const stopping = expect(supervisor.stop()).rejects.toThrow('workers did not end in order: SIGKILL')
    worker(1).exit('code 0')
    await pass(10_001)
    await stopping
  })

  test('may cut off one that was not yet ready, and no other', async () => {
    const { supervisor, settle, worker } = create(2)
    void supervisor.start()
    worker(1).beReady()
    await settle()
    const stopping = supervisor.stop()
    worker(1).exit('code 0')
    worker(2).exit('SIGTERM')
    await stopping
    const other = create(1)
    await other.started()
    const refused = expect(other.supervisor.stop()).rejects.toThrow('SIGTERM')
    other.worker(1).exit('SIGTERM')
    await refused
  })

  test('starts none that was waiting for a restart', async () => {
    const { supervisor, started, settle, worker, pass } = create(2)
    await started()
    for (let death = 0; death < 2; death++) {
      worker(1).exit('SIGKILL')
      await pass(100)
      if (death === 0) worker(1).beReady()
    }
    worker(2).exit('SIGKILL')
    await settle()
    await supervisor.stop()
    expect(await pass(60_000)).toEqual([])
  })
})

test('the metrics show how many run, and what happened to the others', async () => {
  const { supervisor, started, settle, pass, worker, metrics } = create(2)
  await started()
  worker(2).exit('SIGKILL')
  await settle()
  void supervisor.renew()
  await pass(1)
  expect(await metrics.text()).toContain('farthing_workers_ready 1')
  expect(await metrics.text()).toContain('farthing_worker_ends_total{worker="2",how="crashed"} 1')
})
