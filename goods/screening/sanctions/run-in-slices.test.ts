import { expect, test } from 'vitest'
import type { Timers } from '../../../src/shared/clock.ts'
import { runInSlices } from './run-in-slices.ts'

/** A clock that each step puts forward, and timers that count the turns. */
function world(stepMs: number) {
  const seen = { now: 0, turns: 0, inTurn: 0, longest: 0 }
  const timers = {
    soon(run: () => void) {
      seen.turns++
      seen.inTurn = 0
      queueMicrotask(run)
      return () => {}
    },
  } as unknown as Timers
  function* steps(count: number): Generator<null, string> {
    for (let step = 0; step < count; step++) {
      seen.now += stepMs
      seen.longest = Math.max(seen.longest, (seen.inTurn += stepMs))
      yield null
    }
    return 'done'
  }
  return { seen, steps, parts: { clock: { now: () => seen.now }, timers } }
}

test('long work lets the event loop run every few milliseconds', async () => {
  const { seen, steps, parts } = world(1)
  expect(await runInSlices(steps(1_000), parts)).toBe('done')
  expect(seen.turns).toBeGreaterThan(100)
  expect(seen.longest).toBeLessThanOrEqual(8)
})

test('short work runs in one slice', async () => {
  const { seen, steps, parts } = world(1)
  await runInSlices(steps(5), parts)
  expect(seen.turns).toBe(0)
})

test('stops when the signal aborts, and throws what a step throws', async () => {
  const { steps, parts } = world(5)
  const stopped = new AbortController()
  stopped.abort(new Error('stopping'))
  await expect(runInSlices(steps(1_000), parts, stopped.signal)).rejects.toThrow('stopping')
  function* broken(): Generator<null, void> {
    yield null
    throw new Error('broken')
  }
  await expect(runInSlices(broken(), parts)).rejects.toThrow('broken')
})
