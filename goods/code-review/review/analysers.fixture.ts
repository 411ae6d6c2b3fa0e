import { openAnalysers, type Analysers } from './analysers.ts'
import type { CodeReview } from './code-review.ts'
import { reviewCode } from './review-code.ts'

/** Reviews code in this process, with the analysers that are installed. */
export interface TrialReviews {
  readonly analysers: Analysers
  review(code: string, options?: { readonly name?: string; readonly language?: string; readonly maxMs?: number }): Promise<CodeReview>
  reviewFiles(files: Readonly<Record<string, string>>): Promise<CodeReview>
}

export async function openTrialReviews(): Promise<TrialReviews> {
  const analysers = await openAnalysers()
  const now = () => performance.now()
  return {
    analysers,
    async review(code, { name = '', language, maxMs = 30_000 } = {}) {
      const { review } = await reviewCode({ files: [{ name, code, language: language ?? null }] }, { analysers, now, maxMs })
      return review
    },
    async reviewFiles(files) {
      const given = Object.entries(files).map(([name, code]) => ({ name, code, language: null }))
      const { review } = await reviewCode({ files: given }, { analysers, now, maxMs: 30_000 })
      return review
    },
  }
}
