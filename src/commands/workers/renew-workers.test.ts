import { describe, expect, test } from 'vitest'
import { createSupervised } from './supervisor.fixture.ts'

describe('renewing', () => {
  test('starts the successor first, under the spare number; the old one stays until it is ready, and so one after the other', async () => {
    const { supervisor, started, settle, worker, events } = createSupervised(2)
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
    const { supervisor, started, settle, pass, worker, events, nobodyStarts, clock } = createSupervised(2)
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

  test('tells once that a new worker does not start, and once when all are renewed', async () => {
    const { supervisor, started, settle, pass, worker, said, nobodyStarts, metrics } = createSupervised(1)
    const failed = async () => Number(/^farthing_renewal_failed (\d)$/m.exec(await metrics.text())?.[1])
    await started()
    expect(await failed()).toBe(0)
    nobodyStarts.yet = true
    said.length = 0
    const renewed = supervisor.renew()
    await pass(60_000)
    expect(said).toEqual(['workers are renewed, one after the other', expect.stringMatching(/^renewal_fails: a new worker does not start/)])
    expect(await failed()).toBe(1)
    nobodyStarts.yet = false
    void supervisor.renew()
    await settle()
    worker(2).beReady()
    await settle()
    worker(1).exit('code 0')
    await renewed
    expect(said.at(-1)).toBe('all workers are renewed: new ones start again')
    expect(await failed()).toBe(0)
  })

  test('that is asked for again tries at once, instead of waiting', async () => {
    const { supervisor, started, settle, pass, worker, events, nobodyStarts } = createSupervised(1)
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
    const { supervisor, started, settle, worker, events } = createSupervised(1)
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
    const { supervisor, started, settle, worker, events } = createSupervised(2)
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
    const { supervisor, started, settle, pass, worker, alive } = createSupervised(1)
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
    const { supervisor, started, pass, settle, worker, events } = createSupervised(1)
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
