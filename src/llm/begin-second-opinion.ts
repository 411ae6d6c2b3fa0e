import type { Timers } from '../shared/clock.ts'
import { Problem } from '../shared/problems.ts'

/** Milliseconds that the embedded engine may take after the model has answered. */
const patienceMs = 4_000

/**
 * Begins a job of the embedded engine beside the model. Its problems are nothing to the caller: then there is no second opinion.
 * @returns a function that waits for it, though not for long
 */
export function beginSecondOpinion<Check>(begin: (() => Promise<Check>) | null, timers: Timers): () => Promise<Check | null> {
  const begun = begin ? begin().catch(orNull) : Promise.resolve(null)
  return async () => {
    const waiting = new AbortController()
    const late = timers.sleep(patienceMs, waiting.signal).then(
      () => null,
      () => null,
    )
    try {
      return await Promise.race([begun, late])
    } finally {
      waiting.abort()
    }
  }
}

function orNull(error: unknown): null {
  if (error instanceof Problem) return null
  throw error
}
