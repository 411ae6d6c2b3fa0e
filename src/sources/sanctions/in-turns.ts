import type { Clock, Timers } from '../../shared/clock.ts'

/** Longest time that long work holds the event loop at once. */
const turnMs = 8

/**
 * Takes all steps of a long work, and gives everybody else a turn whenever it has held the event loop for a few
 * milliseconds. One step should be far below that.
 * @throws what a step throws, and the signal's reason when it aborts.
 */
export async function inTurns<Result>(
  steps: Iterator<unknown, Result>,
  parts: { readonly clock: Clock; readonly timers: Timers },
  signal?: AbortSignal,
): Promise<Result> {
  let startedAt = parts.clock.now()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (parts.clock.now() - startedAt < turnMs) continue
    await giveTurn(parts.timers)
    signal?.throwIfAborted()
    startedAt = parts.clock.now()
  }
}

/** Lets everybody else have a turn of the event loop. What is read from the database at once gives none. */
export function giveTurn(timers: Timers): Promise<void> {
  return new Promise((resolve) => void timers.soon(resolve))
}
