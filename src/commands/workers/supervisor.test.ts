import { describe, expect, test } from 'vitest'
import { createSupervised } from './supervisor.fixture.ts'

describe('workers', () => {
  test('are ready together when the last one is', async () => {
    const { supervisor, settle, worker } = createSupervised(3)
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
    const { started, pass, worker } = createSupervised()
    await started()
    await pass(61_000)
    worker(2).exit('SIGKILL')
    expect(await pass(1)).toEqual(['start 2'])
  })

  test('one that dies repeatedly is started after growing pauses, until it keeps running', async () => {
    const { started, pass, settle, worker, clock } = createSupervised()
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

  test('that cannot be started are given up, with the reason', async () => {
    const { supervisor, pass, nobodyStarts, gaveUp } = createSupervised(2)
    nobodyStarts.yet = true
    void supervisor.start()
    await pass(7_000)
    expect(gaveUp).toEqual([])
    await pass(1_000)
    expect(gaveUp[0]).toBe('worker 1 could not be started, 5 times in a row (code 1)')
  })

  test('are not given up while another one runs', async () => {
    const { started, pass, worker, nobodyStarts, gaveUp } = createSupervised(2)
    await started()
    nobodyStarts.yet = true
    worker(2).exit('SIGKILL')
    const starts = await pass(600_000)
    expect(starts.length).toBeGreaterThan(20)
    expect(gaveUp).toEqual([])
  })
})

describe('a worker that is never ready', () => {
  test('is killed when its time is over, and started again', async () => {
    const { supervisor, pass, worker } = createSupervised(2)
    void supervisor.start()
    worker(1).beReady()
    expect(await pass(119_000)).toEqual([])
    expect(await pass(2_000)).toEqual(['kill 2', 'start 2'])
  })

  test('does not hold up a renewal for ever: it is killed and started again, the old ones go on, and the next request is heard', async () => {
    const { supervisor, started, pass, settle, events } = createSupervised(2)
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
    const { supervisor, pass, worker, all } = createSupervised(2)
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
    const { supervisor, started, settle, worker, pass, events } = createSupervised(2)
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
    const { supervisor, started, worker, pass } = createSupervised(2)
    await started()
    const stopping = expect(supervisor.stop()).rejects.toThrow('workers did not end in order: SIGKILL')
    worker(1).exit('code 0')
    await pass(10_001)
    await stopping
  })

  test('may cut off one that was not yet ready, and no other', async () => {
    const { supervisor, settle, worker } = createSupervised(2)
    void supervisor.start()
    worker(1).beReady()
    await settle()
    const stopping = supervisor.stop()
    worker(1).exit('code 0')
    worker(2).exit('SIGTERM')
    await stopping
    const other = createSupervised(1)
    await other.started()
    const refused = expect(other.supervisor.stop()).rejects.toThrow('SIGTERM')
    other.worker(1).exit('SIGTERM')
    await refused
  })

  test('comes to one that is to replace another, and to the replaced one, too', async () => {
    const starting = createSupervised(1)
    await starting.started()
    void starting.supervisor.renew()
    await starting.settle()
    const stopped = starting.supervisor.stop()
    expect(starting.events).toEqual(['start 2 for 1', 'end 1', 'end 2'])
    starting.worker(1).exit('code 0')
    starting.worker(2).exit('SIGTERM')
    await stopped
    const retiring = createSupervised(1)
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
    const { supervisor, started, settle, worker, pass } = createSupervised(2)
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
  const { supervisor, started, settle, pass, worker, metrics } = createSupervised(2)
  await started()
  worker(2).exit('SIGKILL')
  await settle()
  void supervisor.renew()
  await pass(1)
  expect(await metrics.text()).toContain('farthing_workers_ready 1')
  expect(await metrics.text()).toContain('farthing_worker_ends_total{worker="2",how="crashed"} 1')
})
