import type { Config } from '../config/config.ts'
import type { ReviewEngineParts } from '../engines/analysers/review/create-review-engine.ts'
import { openReviewEngine } from '../engines/analysers/review/open-review-engine.ts'
import type { OpenedReviewEngine } from '../engines/analysers/review/review-engine.ts'
import type { Health } from '../ops/health.ts'
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
    },
    parts,
  )
}

/** Shows whether code can be reviewed. A service that cannot may still sell everything else. */
export function watchReview(engine: OpenedReviewEngine | null, health: Health): void {
  if (!engine) return
  const probe = () => {
    if (engine.availability() === 'down') throw new Error('the workers of code review do not work')
  }
  // The engine logs itself what is wrong.
  health.register('review', probe, { critical: false, quiet: true })
}
