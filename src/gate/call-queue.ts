import type { Timers } from '../shared/clock.ts'
import { Problem } from '../shared/problems.ts'

/** At most this many calls start in one turn of the event loop: reading a payment, or making a large answer, takes tenths of a millisecond. */
const perTurn = 8
/** When this many calls wait, further ones get a 503 and must try again. */
const maxWaiting = 4_096

/**
 * Spreads calls that arrive together over several turns of the event loop, in the order of their arrival. So a crowd of payments, real or
 * fake, or of free calls in one pipeline, does not delay calls that need less work.
 */
export interface CallQueue {
  /** Null: start now. Otherwise start when it resolves. @throws Problem `overloaded` */
  enter(): Promise<void> | null
}

export function createCallQueue(timers: Pick<Timers, 'soon'>, limits = { perTurn, maxWaiting }): CallQueue {
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
    for (const start of now) start()
  }

  return {
    enter() {
      schedule()
      if (waiting.length === 0 && entered < limits.perTurn) {
        entered += 1
        return null
      }
      if (waiting.length >= limits.maxWaiting)
        throw new Problem('overloaded', 'Too many calls are waiting to be started.', { retryAfter: 2 })
      return new Promise((resolve) => {
        waiting.push(resolve)
      })
    },
  }
}
