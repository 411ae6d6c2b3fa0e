import type { Clock, Timers } from '../../src/shared/clock.ts'

/** A moment on a weekday, after the day's reference rates are out: 2026-11-19T18:00:00Z. */
const present = 1_795_111_200_000

export const stillClock: Clock = { now: () => present }

/** Waits that gather what comes in one turn are over at once, as are pauses; deadlines never come. */
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
