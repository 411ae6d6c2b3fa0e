import type { Timers } from '../../shared/clock.ts'
import { Problem } from '../../shared/problems.ts'

/** Calls that start in one turn of the event loop; the others wait. Reading a payment, or making a large answer, takes tenths of a millisecond. */
const perTurn = 8
/** Calls that wait. When there are as many, or half as many of one client, further ones get a 503. */
const maxWaiting = 4_096

/**
 * Spreads calls that arrive together over several turns of the event loop. So a crowd of payments, real or fake, or of free calls in one
 * pipeline, does not delay calls that need less work. Clients take turns, and the calls of a client start in the order of their arrival.
 */
export interface CallQueue {
  /** Null: start now. Otherwise start when it resolves. @throws Problem `overloaded` */
  enter(client: string): Promise<void> | null
}

export function createCallQueue(timers: Pick<Timers, 'soon'>, limits = { perTurn, maxWaiting }): CallQueue {
  /** By client; the one that is served next comes first. */
  const waiting = new Map<string, (() => void)[]>()
  let size = 0
  let entered = 0
  let scheduled = false

  function schedule(): void {
    if (scheduled) return
    scheduled = true
    timers.soon(nextTurn)
  }

  function nextTurn(): void {
    scheduled = false
    const now: (() => void)[] = []
    while (now.length < limits.perTurn && size > 0) now.push(takeNext())
    entered = now.length
    if (entered > 0) schedule()
    for (const start of now) start()
  }

  /** Takes one call of the client whose turn it is, which then waits for all others. */
  function takeNext(): () => void {
    const [[client, calls]] = waiting as unknown as [[string, (() => void)[]]]
    waiting.delete(client)
    const start = calls.shift()!
    if (calls.length > 0) waiting.set(client, calls)
    size -= 1
    return start
  }

  return {
    enter(client) {
      schedule()
      if (size === 0 && entered < limits.perTurn) {
        entered += 1
        return null
      }
      const own = waiting.get(client) ?? []
      if (size >= limits.maxWaiting || own.length >= Math.max(1, limits.maxWaiting / 2))
        throw new Problem('overloaded', 'Too many calls are waiting to be started.', { retryAfter: 2 })
      return new Promise((resolve) => {
        waiting.set(client, own)
        own.push(resolve)
        size += 1
      })
    },
  }
}
