import { randomBytes } from 'node:crypto'
import type { Clock, Timers } from '../shared/clock.ts'
import type { Random } from '../shared/random.ts'

/** The machine's own time, timers and randomness; the only place where they are made. */
export const systemClock: Clock = { now: () => Date.now() }

/** Asking for 16 bytes costs what asking for thousands does, so that many are fetched at once; each is given out once. */
const fetched = 4096
let pool = Buffer.alloc(0)

export const systemRandom: Random = {
  bytes(length) {
    if (length > fetched) return randomBytes(length)
    if (length > pool.length) pool = randomBytes(fetched)
    const bytes = new Uint8Array(pool.subarray(0, length))
    pool = pool.subarray(length)
    return bytes
  },
}

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
