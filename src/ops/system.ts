import { randomBytes } from 'node:crypto'
import type { Clock, Timers } from '../shared/clock.ts'
import type { Random } from '../shared/random.ts'

/** The machine's time, timers and randomness. No other file creates them. */
export const systemClock: Clock = { now: () => Date.now() }

/** Milliseconds since the start of the process, which no change of the wall clock alters. */
export const systemMonotonic: Clock = { now: () => performance.now() }

/** Fetching 16 bytes costs as much as fetching thousands, so bytes are fetched in bulk. Each byte is used once. */
const poolBytes = 4096
let pool = Buffer.alloc(0)

export const systemRandom: Random = {
  bytes(length) {
    if (length > poolBytes) return randomBytes(length)
    if (length > pool.length) pool = randomBytes(poolBytes)
    const bytes = new Uint8Array(pool.subarray(0, length))
    pool = pool.subarray(length)
    return bytes
  },
}

/** setTimeout takes 31 bits; with a larger value it fires at once. */
const maxTimeoutMs = 2 ** 31 - 1

export const systemTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, Math.min(ms, maxTimeoutMs))
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
        Math.min(ms, maxTimeoutMs),
      )
      signal?.addEventListener('abort', abort, { once: true })
    })
  },
}
