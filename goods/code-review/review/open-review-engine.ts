import { hasGrammars } from './analysers.ts'
import { createReviewEngine, type ReviewEngineParts, type ReviewSettings } from './create-review-engine.ts'
import type { OpenedReviewEngine } from './review-engine.ts'

/** The engine; null where the parsers are not installed, without which no data flow can be followed. The log says so. */
export function openReviewEngine(settings: ReviewSettings, parts: ReviewEngineParts): OpenedReviewEngine | null {
  if (hasGrammars()) return createReviewEngine(settings, parts)
  parts.log.warn(
    {},
    'the npm packages web-tree-sitter and @vscode/tree-sitter-wasm are not installed, which parse code: no code review is sold',
  )
  return null
}
