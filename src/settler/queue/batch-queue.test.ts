import { describe, expect, test } from 'vitest'
import { createBatchQueue } from './batch-queue.ts'
import type { PendingSettlement } from '../settlements.ts'

const settlement = (timing: 'after' | 'early', reason: string | null = null) =>
  ({ phase: 'watch', payment: { timing, reason } }) as PendingSettlement

/** A queue whose time the test moves. */
function setUp({ collectMs = 25, earlyMs = 0 } = {}) {
  let now = 0
  let ready = true
  const due: { at: number; run: () => void }[] = []
  const batches: number[] = []
  const left: PendingSettlement[][] = []
  const queue = createBatchQueue({
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
    earlyMs,
    canSend: () => ready,
    onBatch: (batch) => void (batches.push(batch.length), left.push(batch)),
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
    for (let index = 0; index < count; index++) queue.add(settlement('after'))
  }
  const addEarly = (count: number) => {
    for (let index = 0; index < count; index++) queue.add(settlement('early'))
  }
  return { queue, batches, left, add, addEarly, pass, setReady: (value: boolean) => void (ready = value) }
}

describe('the queue of a network', () => {
  test('takes back what could not be sent, but not a payment that ended meanwhile, which would hold up all others', () => {
    const { queue, batches, left, add, pass } = setUp()
    add(3)
    pass(25)
    // The ledger has lost it.
    left[0]![1]!.phase = 'ended'
    queue.putBack(left[0]!, 100)
    pass(100)
    expect(batches).toEqual([3, 2])
    expect(left[0]![1]!.phase).toBe('ended')
  })

  test('sends a batch when it has collected long enough, counted from its first payment', () => {
    const { batches, add, pass } = setUp()
    add(3)
    pass(20)
    add(2)
    expect(batches).toEqual([])
    pass(5)
    expect(batches).toEqual([5])
  })

  test('sends a payment once that was put back while it waits', () => {
    const { queue, left, pass } = setUp()
    const [one, other] = [settlement('after'), settlement('after')]
    queue.add(one)
    queue.add(other)
    // Its signer was lost, it was looked up, and nothing of it was on chain.
    one.phase = 'watch'
    queue.add(one)
    pass(25)
    expect(left).toEqual([[one, other]])
  })

  test('sends a full batch at once', () => {
    const { batches, add, pass } = setUp()
    add(250)
    expect(batches).toEqual([100, 100])
    pass(25)
    expect(batches).toEqual([100, 100, 50])
  })

  test('holds everything while no signer can send, and sends it when one can', () => {
    const { queue, batches, add, pass, setReady } = setUp()
    setReady(false)
    add(130)
    pass(500)
    expect(batches).toEqual([])
    setReady(true)
    queue.wake()
    expect(batches).toEqual([100, 30])
  })

  test('asks again after a pause without a call', () => {
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
    const [[first]] = left as [[PendingSettlement]]
    queue.putBack([first], 300)
    pass(299)
    expect(batches).toEqual([1])
    pass(1)
    expect(left[1]).toEqual([first])
    expect(first.phase).toBe('sending')
  })

  test('leaves out payments that have been found in a stored transaction', () => {
    const { queue, batches, pass } = setUp()
    const found = settlement('after')
    queue.add(found)
    queue.add(settlement('after'))
    found.phase = 'slot'
    pass(25)
    expect(batches).toEqual([1])
    expect(found.phase).toBe('slot')
  })

  test('collects no longer when it is flushed', () => {
    const { queue, batches, add } = setUp()
    add(2)
    queue.flush()
    add(1)
    expect(batches).toEqual([2, 1])
  })

  describe('with payments whose callers have their answers', () => {
    test('waits longer while there is nothing else, counted from the first', () => {
      const { batches, addEarly, pass } = setUp({ earlyMs: 2_000 })
      addEarly(3)
      pass(1_900)
      addEarly(2)
      expect(batches).toEqual([])
      pass(100)
      expect(batches).toEqual([5])
    })

    test('sends them as soon as a payment leaves whose caller waits', () => {
      const { batches, add, addEarly, pass } = setUp({ earlyMs: 2_000 })
      addEarly(3)
      pass(1_000)
      add(1)
      addEarly(1)
      pass(24)
      expect(batches).toEqual([])
      pass(1)
      expect(batches).toEqual([5])
      addEarly(1)
      pass(1_999)
      expect(batches).toEqual([5])
      pass(1)
      expect(batches).toEqual([5, 1])
    })

    test('sends a full batch at once, and one that is paid after it was owed', () => {
      const { queue, batches, addEarly, pass } = setUp({ earlyMs: 2_000 })
      addEarly(101)
      expect(batches).toEqual([100])
      queue.add(settlement('early', 'owed before'))
      pass(25)
      expect(batches).toEqual([100, 2])
    })
  })
})
