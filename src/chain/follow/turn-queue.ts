import type { Timers } from '../../shared/clock.ts'

/** Resolves in a turn of the event loop that no other caller gets. */
export type OwnTurn = () => Promise<void>

/**
 * Gives each caller a turn of its own: answers of several nodes often arrive in one turn, and reading all of them in it would hold up whoever
 * calls the service.
 */
export function createTurnQueue(timers: Timers): OwnTurn {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(() => new Promise<void>((resolve) => void timers.soon(resolve)))
    return last
  }
}
