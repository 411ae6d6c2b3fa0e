import type { Clock, Timers } from '../../../src/goods/kit/parts.ts'

/** Longest time for which long work blocks the event loop. */
const sliceMs = 8

/**
 * Runs all steps of long work, and lets the event loop run whenever a slice of a few milliseconds is over. A single step should
 * take far less than that.
 * @throws what a step throws, and the signal's reason when it aborts.
 */
export async function runInSlices<Result>(
  steps: Iterator<unknown, Result>,
  parts: { readonly clock: Clock; readonly timers: Timers },
  signal?: AbortSignal,
): Promise<Result> {
  let startedAt = parts.clock.now()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (parts.clock.now() - startedAt < sliceMs) continue
    await yieldEventLoop(parts.timers)
    signal?.throwIfAborted()
    startedAt = parts.clock.now()
  }
}

/** Lets the event loop run other work. A read from the SQLite database alone does not, because it is synchronous. */
export function yieldEventLoop(timers: Timers): Promise<void> {
  return new Promise((resolve) => void timers.soon(resolve))
}
