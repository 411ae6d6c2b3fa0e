import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/longest-first.ts'

/** Tests start the service, the node supervisor and clients about a hundred times. Without this each would compile its modules again. */
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

/** Reading all of the sandbox's sanctions lists takes half a second of CPU each time a service starts. */
process.env['SANDBOX_LISTS'] ??= 'short'

/**
 * Processes instead of threads, since tests load native bindings and start child processes. They are not isolated: loading all
 * modules again for each file would take longer than most tests. So module state lives as long as its worker. Only
 * `test/shared-sandbox.ts` uses that on purpose; a test must not depend on what an earlier file left behind.
 */
export default defineConfig({
  test: {
    include: ['{src,sandbox,test}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/*.slow.test.ts'],
    globalSetup: ['./test/global-setup.ts'],
    setupFiles: ['./test/support/fixed-seed.ts'],
    pool: 'forks',
    isolate: false,
    // Property tests and services make much garbage that is gone soon; with the default of 16 MB a twelfth of the time goes to it.
    execArgv: ['--max-semi-space-size=64'],
    // More than the cores of a small machine: most tests wait for blocks, processes and time limits now and then.
    maxWorkers: 5,
    sequence: { sequencer: LongestFirst },
    // Conditions are waited for, however slow the machine is.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 20_000,
    reporters: ['default', './test/closing-line-reporter.ts'],
  },
})
