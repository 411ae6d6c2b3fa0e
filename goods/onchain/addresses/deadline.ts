import type { Timers } from '../../../src/goods/kit/parts.ts'

/** The abort reason of an observation that took too long. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime'
}

export interface Deadline {
  /** Aborts with `OutOfTime`. */
  readonly signal: AbortSignal
  cancel(): void
}

export function startDeadline(timers: Timers, ms: number): Deadline {
  const controller = new AbortController()
  const cancel = timers.after(ms, () => controller.abort(new OutOfTime()))
  return { signal: controller.signal, cancel }
}
