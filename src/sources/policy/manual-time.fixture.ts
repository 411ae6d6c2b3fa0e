import type { Clock, Timers } from '../../shared/clock.ts'

/** A clock that stands still until a test moves it, and timers that follow it. */
export interface ManualTime {
  readonly clock: Clock
  readonly timers: Timers
  /** Runs everything that is due within this time, in order. */
  advance(ms: number): Promise<void>
}

interface Due {
  readonly at: number
  readonly run: () => void
}

export function createManualTime(startMs: number): ManualTime {
  let now = startMs
  const due = new Set<Due>()

  const after = (ms: number, run: () => void) => {
    const one: Due = { at: now + Math.max(0, ms), run }
    due.add(one)
    return () => void due.delete(one)
  }

  return {
    clock: { now: () => now },
    timers: {
      after,
      soon(run) {
        const immediate = setImmediate(run)
        return () => clearImmediate(immediate)
      },
      sleep: (ms, signal) =>
        new Promise((resolve, reject) => {
          const cancel = after(ms, resolve)
          signal?.addEventListener('abort', () => {
            cancel()
            reject(signal.reason as Error)
          })
        }),
    },
    async advance(ms) {
      const end = now + ms
      // What began before may set a timer yet.
      await new Promise((resolve) => setImmediate(resolve))
      for (;;) {
        const [next] = [...due].filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at)
        if (!next) break
        due.delete(next)
        now = Math.max(now, next.at)
        next.run()
        // What it resolved may set the next timer.
        await new Promise((resolve) => setImmediate(resolve))
      }
      now = end
    },
  }
}
