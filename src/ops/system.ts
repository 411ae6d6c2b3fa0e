import { randomBytes } from 'node:crypto'
import type { Clock, Timers } from '../shared/clock.ts'
import type { Random } from '../shared/random.ts'

/** The machine's own time, timers and randomness; the only place where they are made. */
export const systemClock: Clock = { now: () => Date.now() }

export const systemRandom: Random = { bytes: (length) => randomBytes(length) }

/** setTimeout takes 31 bits and fires at once beyond them. */
const longestTimeout = 2 ** 31 - 1

export const systemTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, Math.min(ms, longestTimeout))
    return () => clearTimeout(timer)
  },

  soon(run) {
    const immediate = setImmediate(run)
    return () => clearImmediate(immediate)
  },

  async sleep(ms, signal) {
    await new Promise<void>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error)
      const abort = () => {
        clearTimeout(timer)
        reject(signal?.reason as Error)
      }
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', abort)
          resolve()
        },
        Math.min(ms, longestTimeout),
      )
      signal?.addEventListener('abort', abort, { once: true })
    })
  },
}
