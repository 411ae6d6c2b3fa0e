import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest. One that started late would keep a single worker busy at the end. */
const longest = [
  'test/e2e/crash.test.ts',
  'test/e2e/facilitator.test.ts',
  'test/e2e/postgres.test.ts',
  'test/lint.test.ts',
  'test/e2e/discovery.test.ts',
  'test/differential/settlements.test.ts',
  'test/differential/verdicts.test.ts',
  'test/fuzz/decoders.test.ts',
  'test/e2e/examples.test.ts',
  'test/e2e/mcp.test.ts',
  'test/e2e/states.test.ts',
  'test/e2e/deep-analysis.test.ts',
  'src/engines/analysers/review/review-code.test.ts',
  'test/e2e/early-owed.test.ts',
  'test/e2e/attacks-cost.test.ts',
  'test/e2e/fit-for-models.test.ts',
  'test/e2e/rendering.test.ts',
  'test/e2e/check-402.test.ts',
  'src/products/readiness/scan/agent-readiness.test.ts',
  'src/products/util/qr-code/qr-code.test.ts',
  'src/engines/browser/screenshot.test.ts',
  'src/settler/settle-faults.test.ts',
  'src/settler/facilitator/facilitated-network.test.ts',
  'src/settler/settle-adversaries.test.ts',
  'src/ledger/ledger.test.ts',
]

/** Starts the longest files first, then the others as Vitest orders them. It knows their durations only after a first run. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config
    const gone = longest.filter((file) => !existsSync(join(root, file)))
    if (gone.length > 0) throw new Error(`test/longest-first.ts names files that do not exist: ${gone.join(', ')}`)
    const order = new Map(longest.map((file, index) => [join(root, file), index]))
    const rank = ({ moduleId }: TestSpecification) => order.get(moduleId) ?? longest.length
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
