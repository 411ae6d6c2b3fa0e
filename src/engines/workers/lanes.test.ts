import { array, assert, constantFrom, property, record, integer } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLanes } from './lanes.ts'

/** Serves one job after the other and gives the time that each lane got. */
function serve(jobMs: { readonly paid: number; readonly free: number }, jobs: number) {
  const lanes = createLanes<number>()
  const spent = { paid: 0, free: 0 }
  for (let index = 0; index < jobs; index += 1) {
    // Both lanes always have a job that waits.
    for (const lane of ['paid', 'free'] as const) if (lanes.waiting(lane) === 0) lanes.add(lane, index)
    const taken = lanes.take()!
    spent[taken.lane] += jobMs[taken.lane]
    lanes.finish(taken, jobMs[taken.lane])
  }
  return spent
}

describe('lanes', () => {
  test.each([
    { paid: 100, free: 100 },
    { paid: 20, free: 400 },
    { paid: 400, free: 20 },
  ])('give paid jobs three quarters of the time while free ones wait too: %o', (jobMs) => {
    const { paid, free } = serve(jobMs, 5_000)
    expect(free / (paid + free)).toBeGreaterThan(0.2)
    expect(free / (paid + free)).toBeLessThan(0.3)
  })

  test('serve paid jobs first', () => {
    const lanes = createLanes<string>()
    lanes.add('free', 'a')
    lanes.add('paid', 'b')
    expect([lanes.take()?.item, lanes.take()?.item, lanes.take()]).toEqual(['b', 'a', null])
  })

  test('let a lane that was empty save up no time', () => {
    const lanes = createLanes<number>()
    for (let index = 0; index < 100; index += 1) {
      lanes.add('paid', index)
      lanes.finish(lanes.take()!, 100)
    }
    for (let index = 0; index < 20; index += 1) lanes.add('free', index)
    for (let index = 0; index < 20; index += 1) lanes.add('paid', index)
    const served = Array.from({ length: 8 }, () => {
      const taken = lanes.take()!
      lanes.finish(taken, 100)
      return taken.lane
    })
    expect(served.filter((lane) => lane === 'free').length).toBeLessThanOrEqual(3)
  })

  test('give every item once, in the order of its lane, and none that was removed', () => {
    const steps = array(
      record({ step: constantFrom('add', 'take', 'remove'), lane: constantFrom('paid', 'free'), ms: integer({ min: 0, max: 1_000 }) }),
      { maxLength: 100 },
    )
    assert(
      property(steps, (all) => {
        const lanes = createLanes<number>()
        const left = { paid: [] as number[], free: [] as number[] }
        all.forEach(({ step, lane, ms }, index) => {
          if (step === 'add') {
            lanes.add(lane, index)
            left[lane].push(index)
          } else if (step === 'remove') {
            const item = left[lane].pop()
            if (item !== undefined) expect(lanes.remove(lane, item)).toBe(true)
            expect(lanes.remove(lane, -1)).toBe(false)
          } else {
            const taken = lanes.take()
            if (taken) {
              expect(taken.item).toBe(left[taken.lane].shift())
              lanes.finish(taken, ms)
            } else expect([...left.paid, ...left.free]).toEqual([])
          }
          expect([lanes.waiting('paid'), lanes.waiting('free')]).toEqual([left.paid.length, left.free.length])
        })
        expect(lanes.clear()).toEqual([...left.paid, ...left.free])
      }),
    )
  })
})
