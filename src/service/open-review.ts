import type { Config } from '../config/config.ts'
import type { ReviewEngineParts } from '../engines/analysers/review/create-review-engine.ts'
import { openReviewEngine } from '../engines/analysers/review/open-review-engine.ts'
import type { OpenedReviewEngine } from '../engines/analysers/review/review-engine.ts'
import { textWorkers } from './open-text.ts'

/** What reviews code; null where the text tools are switched off, or its parsers are not installed. */
export function openReview(config: Config, parts: ReviewEngineParts): OpenedReviewEngine | null {
  if (config.textTools === 'off') return null
  return openReviewEngine(
    {
      maxWorkers: textWorkers(config),
      maxWaiting: config.textQueue,
      jobMs: config.textJobSeconds * 1_000,
      maxMemoryMb: config.textMemoryMb,
      idleMs: config.engineIdleSeconds * 1_000,
    },
    parts,
  )
}
