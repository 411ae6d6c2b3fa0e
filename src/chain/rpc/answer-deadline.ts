import type { Cancel, Timers } from '../../shared/clock.ts'

const pieces = 4

/**
 * A time limit for an answer, in pieces that follow each other. A pause of our own process (a long computation, a machine that
 * slept) uses up one piece at most, so that an answer which arrived meanwhile is still read before the limit.
 */
export function answerDeadline(timers: Timers, ms: number, run: () => void): Cancel {
  let left = pieces
  let cancel: Cancel = () => {}
  const next = () => {
    if (left === 0) return run()
    left -= 1
    cancel = timers.after(ms / pieces, next)
  }
  next()
  return () => cancel()
}
