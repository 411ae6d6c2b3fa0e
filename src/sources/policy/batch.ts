import type { Timers } from '../../shared/clock.ts'
import { orAborted } from './or-aborted.ts'

export interface BatchSettings<V> {
  /** Maximum number of keys in one request. */
  readonly size: number
  /** How long the first key waits for others. */
  readonly waitMs: number
  /** Keys that a request for these can include at no cost, within `size`. */
  companions(keys: readonly string[]): readonly string[]
  /** Values by key; a key without one is unknown. */
  run(keys: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, V>>
}

interface Batch<V> {
  readonly keys: Set<string>
  readonly result: Promise<ReadonlyMap<string, V>>
  open: boolean
}

/**
 * Combines keys that callers ask for at about the same time into one request. A key of a running request joins that one.
 * Returns all values of the request, not only the asked one.
 */
export function createBatch<V>(
  settings: BatchSettings<V>,
  timers: Timers,
): (key: string, signal: AbortSignal) => Promise<ReadonlyMap<string, V>> {
  const running = new Set<Batch<V>>()

  const begin = (key: string, signal: AbortSignal): Batch<V> => {
    const keys = new Set([key])
    const run = async () => {
      await new Promise<void>((resolve) => timers.after(settings.waitMs, resolve))
      batch.open = false
      for (const companion of settings.companions([...keys])) if (keys.size < settings.size) keys.add(companion)
      return settings.run([...keys].sort(), signal)
    }
    const batch: Batch<V> = {
      keys,
      open: true,
      result: Promise.resolve()
        .then(run)
        .finally(() => running.delete(batch)),
    }
    batch.result.catch(() => {})
    running.add(batch)
    return batch
  }

  return async (key, signal) => {
    for (const batch of running) {
      if (batch.open && batch.keys.size < settings.size) batch.keys.add(key)
      if (batch.keys.has(key)) return orAborted(batch.result, signal)
    }
    return orAborted(begin(key, signal).result, signal)
  }
}
