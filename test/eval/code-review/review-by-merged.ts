import { openAnalysers } from '../../../goods/code-review/review/analysers.ts'
import { reviewCode } from '../../../goods/code-review/review/review-code.ts'
import type { Reviewer } from './reviewer.ts'

/** The whole review as it is sold: every analyser, merged. Remarks (`info`) are not counted. */
export const reviewByMerged: Reviewer = {
  name: 'merged',
  languages: ['python', 'javascript', 'typescript', 'tsx'],
  review: async (texts) => {
    const analysers = await openAnalysers()
    const all: string[][] = []
    for (const { language, text } of texts) {
      const parts = { analysers, maxMs: 10_000, now: () => performance.now() }
      const { review } = await reviewCode({ files: [{ name: '', code: text, language }] }, parts)
      all.push(review.findings.flatMap(({ severity, cwe }) => (severity === 'info' ? [] : cwe)))
    }
    return all
  },
}
