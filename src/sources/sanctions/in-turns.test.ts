import { expect, test } from 'vitest'
import type { Timers } from '../../shared/clock.ts'
import { inTurns } from './in-turns.ts'

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

test('long work gives everybody else a turn every few milliseconds', async () => {
  const { seen, steps, parts } = world(1)
  expect(await inTurns(steps(1_000), parts)).toBe('done')
  expect(seen.turns).toBeGreaterThan(100)
  expect(seen.longest).toBeLessThanOrEqual(8)
})

test('short work is done at once', async () => {
  const { seen, steps, parts } = world(1)
  await inTurns(steps(5), parts)
  expect(seen.turns).toBe(0)
})

test('it ends when the signal aborts, and with what a step throws', async () => {
  const { steps, parts } = world(5)
  const stopped = new AbortController()
  stopped.abort(new Error('stopping'))
  await expect(inTurns(steps(1_000), parts, stopped.signal)).rejects.toThrow('stopping')
  function* broken(): Generator<null, void> {
    yield null
    throw new Error('broken')
  }
  await expect(inTurns(broken(), parts)).rejects.toThrow('broken')
})
