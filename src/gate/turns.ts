import type { Timers } from '../shared/clock.ts'
import { Problem } from '../shared/problems.ts'

/** What may be begun in one turn of the event loop; reading a payment and checking its signature takes tenths of a millisecond. */
const perTurn = 8
/** Who would have to wait longer than for these is told to come again. */
const mostWaiting = 4_096

/**
 * Spreads work that came at once over turns of the event loop, in the order in which it came, so that a crowd of payments
 * (or a flood of what looks like them) holds up nobody who asks for less.
 */
export interface Turns {
  /** Null: go on now. Otherwise go on when it resolves. @throws Problem `overloaded` */
  enter(): Promise<void> | null
}

export function createTurns(timers: Pick<Timers, 'soon'>, limits = { perTurn, mostWaiting }): Turns {
  let waiting: (() => void)[] = []
  let entered = 0
  let scheduled = false

  function schedule(): void {
    if (scheduled) return
    scheduled = true
    timers.soon(nextTurn)
  }

  function nextTurn(): void {
    scheduled = false
    const now = waiting.slice(0, limits.perTurn)
    waiting = waiting.slice(limits.perTurn)
    entered = now.length
    if (entered > 0) schedule()
    for (const goOn of now) goOn()
  }

  return {
    enter() {
      schedule()
      if (waiting.length === 0 && entered < limits.perTurn) {
        entered += 1
        return null
      }
      if (waiting.length >= limits.mostWaiting)
        throw new Problem('overloaded', 'Too many payments wait to be looked at.', { retryAfter: 2 })
      return new Promise((resolve) => {
        waiting.push(resolve)
      })
    },
  }
}
