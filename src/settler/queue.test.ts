import { describe, expect, test } from 'vitest'
import { createQueue } from './queue.ts'
import type { Settlement } from './settlements.ts'

/** A queue whose time the test moves. */
function setUp({ collectMs = 25 } = {}) {
  let now = 0
  let ready = true
  const due: { at: number; run: () => void }[] = []
  const batches: number[] = []
  const left: Settlement[][] = []
  const queue = createQueue({
    timers: {
      after(ms, run) {
        const timer = { at: now + ms, run }
        due.push(timer)
        return () => void due.splice(due.indexOf(timer), due.includes(timer) ? 1 : 0)
      },
      soon: () => () => {},
      sleep: async () => {},
    },
    batchSize: 100,
    retryMs: 1_000,
    collectMs: () => collectMs,
    ready: () => ready,
    leave: (batch) => void (batches.push(batch.length), left.push(batch)),
  })
  const pass = (ms: number) => {
    const end = now + ms
    for (;;) {
      const next = due.filter((timer) => timer.at <= end).toSorted((a, b) => a.at - b.at)[0]
      if (next === undefined) break
      due.splice(due.indexOf(next), 1)
      now = next.at
      next.run()
    }
    now = end
  }
  const add = (count: number) => {
    for (let index = 0; index < count; index++) queue.add({ place: 'look' } as Settlement)
  }
  return { queue, batches, left, add, pass, setReady: (value: boolean) => void (ready = value) }
}

describe('the queue of a network', () => {
  test('sends a batch when it has collected long enough, counted from its first payment', () => {
    const { batches, add, pass } = setUp()
    add(3)
    pass(20)
    add(2)
    expect(batches).toEqual([])
    pass(5)
    expect(batches).toEqual([5])
  })

  test('sends a full batch at once', () => {
    const { batches, add, pass } = setUp()
    add(250)
    expect(batches).toEqual([100, 100])
    pass(25)
    expect(batches).toEqual([100, 100, 50])
  })

  test('holds everything while no signer can send, and lets it leave when one can', () => {
    const { queue, batches, add, pass, setReady } = setUp()
    setReady(false)
    add(130)
    pass(500)
    expect(batches).toEqual([])
    setReady(true)
    queue.wake()
    expect(batches).toEqual([100, 30])
  })

  test('asks again by itself after a pause', () => {
    const { batches, add, pass, setReady } = setUp()
    setReady(false)
    add(1)
    pass(25)
    setReady(true)
    pass(999)
    expect(batches).toEqual([])
    pass(1)
    expect(batches).toEqual([1])
  })

  test('lets what was put back leave first, after its pause', () => {
    const { queue, batches, left, add, pass } = setUp()
    add(1)
    pass(25)
    const [[first]] = left as [[Settlement]]
    queue.putBack([first], 300)
    pass(299)
    expect(batches).toEqual([1])
    pass(1)
    expect(left[1]).toEqual([first])
    expect(first.place).toBe('sending')
  })

  test('leaves out what was found in a stored transaction meanwhile', () => {
    const { queue, batches, pass } = setUp()
    const found = { place: 'look' } as Settlement
    queue.add(found)
    queue.add({ place: 'look' } as Settlement)
    found.place = 'slot'
    pass(25)
    expect(batches).toEqual([1])
    expect(found.place).toBe('slot')
  })

  test('collects no longer when it is to hurry', () => {
    const { queue, batches, add } = setUp()
    add(2)
    queue.hurry()
    add(1)
    expect(batches).toEqual([2, 1])
  })
})
