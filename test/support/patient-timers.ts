import { systemTimers } from '../../src/ops/system.ts'
import type { Cancel, Timers } from '../../src/shared/clock.ts'

/** Milliseconds. What is awaited for longer is no time limit of a call, so it keeps to the machine's clock. */
const maxLimitMs = 600_000
/** Milliseconds. What is awaited for less is a pause, not a limit. */
const minLimitMs = 500
/** Milliseconds between two looks at the limits. */
const everyMs = 20
/** Milliseconds. A look that comes later finds a busy machine. */
const inTimeMs = 25
/** How many times as long a limit may take. */
const mostTimes = 8

interface Limit {
  leftMs: number
  readonly run: () => void
}

const limits = new Set<Limit>()
let isLooking = false
let lookedAt = 0

/** The later a look comes, the less of the time could be used: by this process, and by those that it waits for. */
function countedMs(elapsedMs: number): number {
  return elapsedMs <= inTimeMs ? elapsedMs : Math.max(inTimeMs ** 2 / elapsedMs, elapsedMs / mostTimes)
}

function look(): void {
  const now = performance.now()
  const passedMs = countedMs(now - lookedAt)
  lookedAt = now
  for (const limit of limits) {
    limit.leftMs -= passedMs
    if (limit.leftMs > 0) continue
    limits.delete(limit)
    limit.run()
  }
  isLooking = limits.size > 0
  if (isLooking) systemTimers.after(everyMs, look)
}

function after(ms: number, run: () => void): Cancel {
  if (ms < minLimitMs || ms > maxLimitMs) return systemTimers.after(ms, run)
  const limit = { leftMs: ms, run }
  limits.add(limit)
  if (!isLooking) {
    isLooking = true
    lookedAt = performance.now()
    systemTimers.after(everyMs, look)
  }
  return () => void limits.delete(limit)
}

/**
 * Timers for services in the process of a test. On a busy machine a limit takes longer, by as much as this process gets less of the
 * processor, so that load changes no answer. On an idle machine they are those of the machine.
 */
export const patientTimers: Timers = {
  after,
  soon: systemTimers.soon,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error)
      const abort = () => {
        cancel()
        reject(signal?.reason as Error)
      }
      const cancel = after(ms, () => {
        signal?.removeEventListener('abort', abort)
        resolve()
      })
      signal?.addEventListener('abort', abort, { once: true })
    }),
}
