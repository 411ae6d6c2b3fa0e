import type { Clock, Timers } from '../../src/shared/clock.ts'

/** A moment on a weekday, after the day's reference rates are out: 2026-11-19T18:00:00Z. */
const present = 1_795_111_200_000

export const stillClock: Clock = { now: () => present }

/** Short waits (which collect work of one turn) and pauses end immediately; deadlines never come. */
export const promptTimers: Timers = {
  after(ms, run) {
    if (ms <= 50) queueMicrotask(run)
    return () => {}
  },
  soon(run) {
    queueMicrotask(run)
    return () => {}
  },
  sleep: () => Promise.resolve(),
}
