import { UpstreamUnreachable } from '../../net/upstream-errors.ts'
import type { Timers } from '../../shared/clock.ts'

export interface PaceSettings {
  /** The shortest time between two requests, in milliseconds. */
  readonly everyMs: number
  /** Requests that wait for their turn; a further one is refused. */
  readonly maxWaiting: number
}

/** Spreads requests over time: one every so many milliseconds, in the order in which they came. */
export interface Pace {
  /**
   * Resolves when the next request may go out. A caller that gives up loses its place, and those behind it move up.
   * @throws UpstreamUnreachable `paused` when too many wait, `aborted` when the signal aborts first
   */
  turn(signal: AbortSignal): Promise<void>
}

interface Waiter {
  readonly go: () => void
}

export function createPace({ everyMs, maxWaiting }: PaceSettings, timers: Timers): Pace {
  const waiting: Waiter[] = []
  let resting = false

  const rest = (): void => {
    resting = true
    void timers.sleep(everyMs).then(() => {
      const next = waiting.shift()
      resting = false
      if (!next) return
      rest()
      next.go()
    })
  }

  return {
    async turn(signal) {
      if (signal.aborted) throw new UpstreamUnreachable('aborted', { cause: signal.reason })
      if (!resting) return rest()
      if (waiting.length >= maxWaiting) throw new UpstreamUnreachable('paused', { retryAfterMs: waiting.length * everyMs })
      await new Promise<void>((resolve, reject) => {
        const abort = () => {
          waiting.splice(waiting.indexOf(waiter), 1)
          reject(new UpstreamUnreachable('aborted', { cause: signal.reason }))
        }
        const waiter: Waiter = {
          go: () => {
            signal.removeEventListener('abort', abort)
            resolve()
          },
        }
        waiting.push(waiter)
        signal.addEventListener('abort', abort, { once: true })
      })
    },
  }
}
