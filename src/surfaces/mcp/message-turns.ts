import type { Timers } from '../../shared/clock.ts'
import { Problem } from '../../shared/problems.ts'

/** Messages that wait. With as many, further ones get a 503. */
const maxWaiting = 4_096

/**
 * Spreads the work for messages over turns of the event loop: one step of one message in each. A step takes up to ten milliseconds,
 * because the largest answers have 280 KB, and the turn in which many messages arrive is long already.
 */
export interface MessageTurns {
  /** Resolves when a message may be read and handed to the gate. @throws Problem `overloaded` */
  start(): Promise<void>
  /** Resolves when a result may be made. It may have been paid for, so it is never refused, and goes before new messages. */
  finish(): Promise<void>
}

export function createMessageTurns(timers: Pick<Timers, 'soon'>, limits = { maxWaiting }): MessageTurns {
  const starting: (() => void)[] = []
  const finishing: (() => void)[] = []
  let scheduled = false

  function schedule(): void {
    if (scheduled) return
    scheduled = true
    timers.soon(nextTurn)
  }

  function nextTurn(): void {
    scheduled = false
    const step = finishing.shift() ?? starting.shift()
    if (finishing.length + starting.length > 0) schedule()
    step?.()
  }

  function wait(queue: (() => void)[]): Promise<void> {
    schedule()
    return new Promise((resolve) => {
      queue.push(resolve)
    })
  }

  return {
    async start() {
      if (starting.length >= limits.maxWaiting)
        throw new Problem('overloaded', 'Too many calls are waiting to be started.', { retryAfter: 2 })
      await wait(starting)
    },
    finish: () => wait(finishing),
  }
}
