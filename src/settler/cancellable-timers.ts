import type { Cancel, Timers } from '../shared/clock.ts'

/** Timers of which all that are armed can be called off at once, so that nothing runs, or keeps a process alive, after the end. */
export interface CancellableTimers extends Timers {
  cancelAll(): void
}

export function cancellableTimers(timers: Timers): CancellableTimers {
  const armed = new Set<Cancel>()
  const keep = (arm: (run: () => void) => Cancel, run: () => void): Cancel => {
    const stop = arm(() => {
      armed.delete(cancel)
      run()
    })
    const cancel = () => {
      armed.delete(cancel)
      stop()
    }
    armed.add(cancel)
    return cancel
  }
  return {
    after: (ms, run) => keep((fire) => timers.after(ms, fire), run),
    soon: (run) => keep((fire) => timers.soon(fire), run),
    sleep: (ms, signal) => timers.sleep(ms, signal),
    cancelAll() {
      for (const cancel of armed) cancel()
    },
  }
}
