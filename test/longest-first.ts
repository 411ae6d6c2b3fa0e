import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest. One that started late would keep a single worker busy at the end. */
const longest = [
  'test/e2e/crash.full.test.ts',
  'test/e2e/facilitator.full.test.ts',
  'test/e2e/postgres.full.test.ts',
  'test/lint.full.test.ts',
  'test/e2e/discovery.full.test.ts',
  'test/differential/settlements.full.test.ts',
  'test/differential/verdicts.full.test.ts',
  'test/fuzz/decoders.full.test.ts',
  'test/e2e/examples.full.test.ts',
  'test/e2e/mcp.full.test.ts',
  'test/e2e/states.test.ts',
  'test/e2e/deep-analysis.full.test.ts',
  'goods/code-review/review/review-code.test.ts',
  'test/e2e/early-owed.full.test.ts',
  'test/e2e/attacks-cost.full.test.ts',
  'test/e2e/fit-for-models.full.test.ts',
  'test/e2e/rendering.full.test.ts',
  'test/e2e/check-402.full.test.ts',
  'goods/readiness/scan/agent-readiness.test.ts',
  'goods/utilities/qr-code/qr-code.test.ts',
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
