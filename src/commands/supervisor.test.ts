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
  const alive = new Map<number, { readonly at: number; beReady(): void; wait(): void; exit(how: string): void }>()
  const nobodyStarts = { yet: false }
  const supervisor = createSupervisor({
    ...time,
    workers,
    startMs: 120_000,
    endMs: 10_000,
    giveUp: (why) => gaveUp.push(why),
    log: silentLog,
    metrics: metrics.metrics,
    start(number, replaces): WorkerProcess {
      if (alive.has(number)) throw new Error(`two workers ${number} at once`)
      const at = time.clock.now()
      events.push(replaces === null ? `start ${number}` : `start ${number} for ${replaces}`)
      const ready = Promise.withResolvers<void>()
      const ended = Promise.withResolvers<string>()
      const waiting = Promise.withResolvers<void>()
      const own = {
        at,
        beReady: ready.resolve,
        wait: waiting.resolve,
        exit(how: string) {
          alive.delete(number)
          ended.resolve(how)
        },
      }
      alive.set(number, own)
      if (nobodyStarts.yet) time.timers.after(1, () => own.exit('code 1'))
      return {
        ready: ready.promise,
        waiting: waiting.promise,
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
  test('starts the successor first, under the spare number; the old one stays until it is ready, and so one after the other', async () => {
    const { supervisor, started, settle, worker, events } = create(2)
    await started()
    const renewed = supervisor.renew()
    await settle()
    expect([events, supervisor.ready().length]).toEqual([['start 3 for 1'], 2])
    worker(3).beReady()
    await settle()
    expect([events, supervisor.ready().length]).toEqual([['start 3 for 1', 'retire 1'], 2])
    // The next number is free only when the first process has ended.
    worker(1).exit('code 0')
    await settle()
    expect(events).toEqual(['start 3 for 1', 'retire 1', 'start 1 for 2'])
    worker(1).beReady()
    await settle()
    worker(2).exit('code 0')
    await renewed
    expect([events.at(-1), supervisor.ready().length]).toEqual(['retire 2', 2])
  })

  test('keeps the old one and tries again with growing pauses while the new one does not start', async () => {
    const { supervisor, started, settle, pass, worker, events, nobodyStarts, clock } = create(2)
    await started()
    nobodyStarts.yet = true
    const from = clock.now()
    const renewed = supervisor.renew()
    await settle()
    const starts: number[] = []
    for (let quarter = 0; quarter < 240; quarter++) {
      for (const event of await pass(250)) {
        expect(event).toBe('start 3 for 1')
        starts.push(Math.round((clock.now() - from) / 1_000))
      }
      expect(supervisor.ready()).toHaveLength(2)
    }
    expect(starts).toEqual([1, 2, 4, 8, 16, 32])
    nobodyStarts.yet = false
    while (!(await pass(1_000)).includes('start 3 for 1'));
    worker(3).beReady()
    await settle()
    worker(1).exit('code 0')
    await settle()
    worker(1).beReady()
    await settle()
    worker(2).exit('code 0')
    await renewed
    expect(events.filter((event) => event.startsWith('retire'))).toEqual(['retire 1', 'retire 2'])
  })

  test('that is asked for again tries at once, instead of waiting', async () => {
    const { supervisor, started, settle, pass, worker, events, nobodyStarts } = create(1)
    await started()
    nobodyStarts.yet = true
    void supervisor.renew()
    await pass(20_000)
    nobodyStarts.yet = false
    events.length = 0
    const renewed = supervisor.renew()
    await settle()
    expect(events).toEqual(['start 2 for 1'])
    worker(2).beReady()
    await settle()
    worker(1).exit('code 0')
    await renewed
    expect(events).toEqual(['start 2 for 1', 'retire 1'])
  })

  test('is done once more when it is requested again during a renewal', async () => {
    const { supervisor, started, settle, worker, events } = create(1)
    await started()
    const renewed = Promise.all([supervisor.renew(), supervisor.renew(), supervisor.renew()])
    for (const [old, next] of [
      [1, 2],
      [2, 1],
    ] as const) {
      await settle()
      worker(next).beReady()
      await settle()
      worker(old).exit('code 0')
    }
    await renewed
    expect(events).toEqual(['start 2 for 1', 'retire 1', 'start 1 for 2', 'retire 2'])
  })

  test('goes on while another worker is missing', async () => {
    const { supervisor, started, settle, worker, events } = create(2)
    await started()
    worker(2).exit('SIGKILL')
    await settle()
    void supervisor.renew()
    await settle()
    worker(3).beReady()
    await settle()
    worker(1).exit('code 0')
    await settle()
    expect(events).toEqual(['start 3 for 1', 'retire 1', 'start 1 for 2'])
    worker(1).beReady()
    await settle()
    expect(supervisor.ready()).toHaveLength(2)
  })

  test('replaces one that dies while its successor starts, and starts no third one', async () => {
    const { supervisor, started, settle, pass, worker, alive } = create(1)
    await started()
    const renewed = supervisor.renew()
    await settle()
    worker(1).exit('SIGKILL')
    await settle()
    worker(2).beReady()
    await renewed
    expect([supervisor.ready().length, await pass(60_000), [...alive.keys()]]).toEqual([1, [], [2]])
  })

  test('kills one that does not end', async () => {
    const { supervisor, started, pass, settle, worker, events } = create(1)
    await started()
    const renewed = supervisor.renew()
    await settle()
    worker(2).beReady()
    expect(await pass(9_900)).toEqual([])
    await pass(200)
    await renewed
    expect(events).toEqual(['kill 1'])
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

  test('does not hold up a renewal for ever: it is killed and started again, the old ones go on, and the next request is heard', async () => {
    const { supervisor, started, pass, settle, events } = create(2)
    await started()
    void supervisor.renew()
    await settle()
    expect(await pass(121_000)).toEqual(['kill 3', 'start 3 for 1'])
    expect(supervisor.ready()).toHaveLength(2)
    expect(await pass(120_100)).toEqual(['kill 3'])
    void supervisor.renew()
    await settle()
    expect(events).toEqual(['kill 3', 'start 3 for 1'])
  })

  test('has no deadline while it waits for the database and no other worker takes calls', async () => {
    const { supervisor, pass, worker, all } = create(2)
    void supervisor.start()
    worker(1).wait()
    worker(2).wait()
    expect(await pass(600_000)).toEqual([])
    await all((one) => one.beReady())
    expect(supervisor.ready()).toHaveLength(2)
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

  test('comes to one that is to replace another, and to the replaced one, too', async () => {
    const starting = create(1)
    await starting.started()
    void starting.supervisor.renew()
    await starting.settle()
    const stopped = starting.supervisor.stop()
    expect(starting.events).toEqual(['start 2 for 1', 'end 1', 'end 2'])
    starting.worker(1).exit('code 0')
    starting.worker(2).exit('SIGTERM')
    await stopped
    const retiring = create(1)
    await retiring.started()
    void retiring.supervisor.renew()
    await retiring.settle()
    retiring.worker(2).beReady()
    await retiring.settle()
    const ended = retiring.supervisor.stop()
    // The replaced one ends by itself.
    expect(retiring.events).toEqual(['start 2 for 1', 'retire 1', 'end 2'])
    retiring.worker(2).exit('code 0')
    retiring.worker(1).exit('code 0')
    await ended
    expect([await starting.pass(60_000), await retiring.pass(60_000)]).toEqual([[], []])
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
