import type { Cancel, Timers } from '../shared/clock.ts'

/** Timers that can all be cancelled at once, so that nothing runs, or keeps the process alive, after the end. */
export interface CancellableTimers extends Timers {
  cancelAll(): void
}

export function cancellableTimers(timers: Timers): CancellableTimers {
  const active = new Set<Cancel>()
  const track = (set: (run: () => void) => Cancel, run: () => void): Cancel => {
    const stop = set(() => {
      active.delete(cancel)
      run()
    })
    const cancel = () => {
      active.delete(cancel)
      stop()
    }
    active.add(cancel)
    return cancel
  }
  return {
    after: (ms, run) => track((fire) => timers.after(ms, fire), run),
    soon: (run) => track((fire) => timers.soon(fire), run),
    sleep: (ms, signal) => timers.sleep(ms, signal),
    cancelAll() {
      for (const cancel of active) cancel()
    },
  }
}
