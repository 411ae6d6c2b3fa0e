import { setPriority } from 'node:os'
import { type JobHost, serveJobs } from '../../../src/goods/kit/worker-side.ts'
import { openAnalysers, type Analysers } from './analysers.ts'
import type { CodeReview, ReviewCodeInput } from './code-review.ts'
import { reviewCode } from './review-code.ts'

const maxMs = Number(process.argv[2])

// The service answers its other callers first.
setPriority(5)

await serveJobs(
  {
    async reviewCode(input: ReviewCodeInput, analysers: Analysers, host: JobHost): Promise<CodeReview> {
      const { review, isWorn } = await reviewCode(input, { analysers, maxMs, now: () => performance.now() })
      if (isWorn) host.wearOut()
      return review
    },
  },
  openAnalysers,
)
