import type { Timers } from '../shared/clock.ts'
import { untilAborted } from './until-aborted.ts'

export interface BatchSettings<V> {
  /** Keys in one request at most. */
  readonly size: number
  /** How long the first waits for others. */
  readonly waitMs: number
  /** Which keys one request for these may as well bring along, within `size`. */
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
 * Gathers keys that are asked for at about the same time into one request, and lets a key that is under way join it.
 * Gives all values that came, not only the asked one.
 */
export function createBatch<V>(
  settings: BatchSettings<V>,
  timers: Timers,
): (key: string, signal: AbortSignal) => Promise<ReadonlyMap<string, V>> {
  const underWay = new Set<Batch<V>>()

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
        .finally(() => underWay.delete(batch)),
    }
    batch.result.catch(() => {})
    underWay.add(batch)
    return batch
  }

  return async (key, signal) => {
    for (const batch of underWay) {
      if (batch.open && batch.keys.size < settings.size) batch.keys.add(key)
      if (batch.keys.has(key)) return untilAborted(batch.result, signal)
    }
    return untilAborted(begin(key, signal).result, signal)
  }
}
