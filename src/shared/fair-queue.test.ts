import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Caller } from './caller.ts'
import { createFairQueue } from './fair-queue.ts'

const settled = (payer: string, client = 'a client'): Caller => ({ standing: 'settled', client, payer })
const newPayer = (payer: string, client = 'a client'): Caller => ({ standing: 'new', client, payer })
const free = (client: string): Caller => ({ standing: 'free', client, payer: null })

/** One worker serves job after job while all callers always have jobs that wait. Gives the share of its time that each caller got. */
function shareTime(callers: readonly { readonly name: string; readonly caller: Caller; readonly ms: number; readonly jobs?: number }[]) {
  const queue = createFairQueue<(typeof callers)[number]>(1)
  const spent = new Map(callers.map(({ name }) => [name, 0]))
  for (const one of callers) for (let job = 0; job < (one.jobs ?? 1); job += 1) queue.add(one.caller, { ...one })
  for (let turn = 0; turn < 5_000; turn += 1) {
    const taken = queue.take()!
    const { name, caller, ms } = taken.item
    spent.set(name, spent.get(name)! + ms)
    queue.finish(taken, ms)
    queue.add(caller, { ...taken.item })
  }
  const all = [...spent.values()].reduce((sum, ms) => sum + ms)
  return Object.fromEntries([...spent].map(([name, ms]) => [name, ms / all]))
}

describe('callers of one worker', () => {
  test.each([
    [100, 100],
    [20, 400],
    [400, 20],
  ])('get a quarter of its time for free jobs of %o ms beside paid ones of %o ms', (freeMs, paidMs) => {
    const shares = shareTime([
      { name: 'free', caller: free('a'), ms: freeMs },
      { name: 'paid', caller: newPayer('b'), ms: paidMs },
    ])
    expect(shares['free']).toBeCloseTo(0.25, 1)
  })

  test('get a quarter of its time together where they have settled nothing, beside one payer that has', () => {
    const strangers = Array.from({ length: 20 }, (_, index) => ({
      name: `${index}`,
      caller: newPayer(`${index}`, `client ${index}`),
      ms: 300,
    }))
    const shares = shareTime([...strangers, { name: 'customer', caller: settled('c'), ms: 30 }])
    expect(shares['customer']).toBeGreaterThan(0.7)
  })

  test('share equally as payers that have settled, however many jobs each of them has waiting', () => {
    const shares = shareTime([
      { name: 'crowd', caller: settled('a'), ms: 100, jobs: 80 },
      { name: 'one', caller: settled('b'), ms: 100 },
    ])
    expect(shares['one']).toBeCloseTo(0.5, 1)
  })

  test('share by client as new wallets, so that a thousand of one client get no more than one of another', () => {
    const crowd = Array.from({ length: 1_000 }, (_, index) => ({ name: `${index}`, caller: newPayer(`${index}`, 'crowd'), ms: 100 }))
    const shares = shareTime([...crowd, { name: 'one', caller: newPayer('x', 'alone'), ms: 100 }])
    expect(shares['one']).toBeCloseTo(0.5, 1)
  })

  test('share by payer within a client, so that a wallet with many calls does not keep out its neighbour', () => {
    const shares = shareTime([
      { name: 'busy', caller: newPayer('a'), ms: 100, jobs: 50 },
      { name: 'neighbour', caller: newPayer('b'), ms: 100 },
    ])
    expect(shares['neighbour']).toBeCloseTo(0.5, 1)
  })

  test('save up no time while they ask for nothing', () => {
    const queue = createFairQueue<{ readonly of: string }>(1)
    for (let index = 0; index < 100; index += 1) {
      queue.add(settled('busy'), { of: 'busy' })
      queue.finish(queue.take()!, 100)
    }
    for (let index = 0; index < 20; index += 1) {
      queue.add(settled('late'), { of: 'late' })
      queue.add(settled('busy'), { of: 'busy' })
    }
    const served = Array.from({ length: 10 }, () => {
      const taken = queue.take()!
      queue.finish(taken, 100)
      return taken.item.of
    })
    expect(served.filter((name) => name === 'late').length).toBeLessThanOrEqual(6)
  })
})

describe('callers of several workers', () => {
  /** How many of the jobs of these callers are at work, when each has as many waiting as there are workers. */
  function atWork(workers: number, callers: readonly Caller[]): number {
    const queue = createFairQueue<{ readonly job: number }>(workers)
    for (const caller of callers) for (let job = 0; job < workers; job += 1) queue.add(caller, { job })
    let taken = 0
    while (taken < workers && queue.take() !== null) taken += 1
    return taken
  }

  test.each([
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 2],
    [8, 4],
  ])('as new wallets of one client have at most half of %i workers at once', (workers, most) => {
    expect(atWork(workers, [newPayer('a'), newPayer('b'), newPayer('c')])).toBe(most)
  })

  test.each([
    [1, 1],
    [2, 1],
    [4, 3],
    [8, 6],
  ])('as new wallets of any clients have at most three quarters of %i workers at once', (workers, most) => {
    const strangers = Array.from({ length: 20 }, (_, index) => newPayer(`${index}`, `client ${index}`))
    expect(atWork(workers, [...strangers, free('somebody')])).toBe(most)
  })

  test.each([
    [1, 1],
    [2, 1],
    [8, 7],
  ])('leave one of %i workers to others as one payer that has settled', (workers, most) => {
    expect(atWork(workers, [settled('a')])).toBe(most)
    expect(atWork(workers, [settled('a'), settled('b')])).toBe(workers)
  })

  test('find a worker free though an attacker with a thousand wallets waits for all of them', () => {
    const queue = createFairQueue<{ readonly of: string }>(2)
    for (let index = 0; index < 1_000; index += 1) queue.add(newPayer(`${index}`, `client ${index}`), { of: 'attacker' })
    expect([queue.take()?.item.of, queue.take()]).toEqual(['attacker', null])
    queue.add(settled('customer'), { of: 'customer' })
    expect(queue.take()?.item.of).toBe('customer')
  })
})

test('every item is given once, in the order of its caller, and none that was removed', () => {
  const callers = [settled('a'), settled('b'), newPayer('c'), newPayer('d'), newPayer('c', 'another client'), free('e')]
  const steps = array(
    record({
      step: constantFrom('add', 'take', 'remove'),
      who: integer({ min: 0, max: callers.length - 1 }),
      ms: integer({ min: 0, max: 1_000 }),
    }),
    { maxLength: 100 },
  )
  assert(
    property(steps, (all) => {
      const queue = createFairQueue<{ readonly who: number; readonly id: number }>(1)
      const left = callers.map((): { readonly who: number; readonly id: number }[] => [])
      all.forEach(({ step, who, ms }, id) => {
        const own = left[who]!
        if (step === 'add') {
          const item = { who, id }
          queue.add(callers[who]!, item)
          own.push(item)
        } else if (step === 'remove') {
          const item = own.pop()
          if (item) expect(queue.remove(callers[who]!, item)).toBe(true)
          expect(queue.remove(callers[who]!, { who, id: -1 })).toBe(false)
        } else {
          const taken = queue.take()
          if (taken) {
            expect(taken.item).toBe(left[taken.item.who]!.shift())
            queue.finish(taken, ms)
          } else expect(left.flat()).toEqual([])
        }
        expect(queue.size).toBe(left.flat().length)
      })
      expect(queue.clear().toSorted((a, b) => a.id - b.id)).toEqual(left.flat().toSorted((a, b) => a.id - b.id))
    }),
  )
})
