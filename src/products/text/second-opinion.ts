import { z } from 'zod'
import type { SecondOpinion } from '../../engines/llm/second-opinion.ts'
import { identifier } from '../../offers/answer-figures.ts'
import type { Timers } from '../../shared/clock.ts'
import { Problem } from '../../shared/problems.ts'

/** How long the embedded checker may take after the model has answered. */
const patienceMs = 4_000

export const secondOpinionMember = z
  .object({
    verdict: z.enum(['supported', 'contradicted', 'unverifiable']),
    conflicts: z.array(identifier).describe('What speaks against the language model and lowers its confidence'),
  })
  .nullable()
  .describe('Of the embedded checker; null where it could not judge, such as in other languages than English')

export const noSecondOpinion = 'There is no second opinion of the embedded checker for this call.'

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

export function opinionBody(opinion: SecondOpinion | null) {
  return opinion && { verdict: opinion.verdict, conflicts: [...opinion.conflicts] }
}
