import { serveJobs, type JobHost } from '../../../src/workers/processes/serve-jobs.ts'
import type { ReviewCodeInput } from './code-review.ts'

const kept: unknown[] = []

/** Reviews that go well and badly on purpose: the code says which. */
await serveJobs(
  {
    async reviewCode({ files }: ReviewCodeInput, _: null, host: JobHost) {
      const code = files[0]?.code
      if (code === 'endless') for (;;);
      if (code === 'exit') process.exit(3)
      if (code === 'memory') for (;;) kept.push(Array.from({ length: 100_000 }, (__, index) => `${index}`))
      if (code === 'worn') host.wearOut()
      return { warnings: [String(process.pid)] }
    },
  },
  () => Promise.resolve(null),
)
