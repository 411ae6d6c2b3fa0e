import type { LineParts } from '../../src/goods/kit/parts.ts'
import { type ToolSettings, toolWorkers } from '../../src/goods/kit/tools.ts'
import { openReviewEngine } from './review/open-review-engine.ts'
import type { OpenedReviewEngine } from './review/review-engine.ts'

/** What reviews code; null where the text tools are switched off, or its parsers are not installed. */
export function openReview(
  settings: ToolSettings,
  parts: Pick<LineParts, 'machine' | 'clock' | 'timers' | 'log' | 'metrics'>,
): OpenedReviewEngine | null {
  if (settings.textTools === 'off') return null
  return openReviewEngine(
    {
      maxWorkers: toolWorkers(settings, parts.machine),
      maxWaiting: settings.textQueue,
      jobMs: settings.textJobSeconds * 1_000,
      maxMemoryMb: settings.textMemoryMb,
      idleMs: parts.machine.idleMs,
    },
    parts,
  )
}
