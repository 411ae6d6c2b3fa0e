import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Tests start the service, the nodes' warden and clients some hundred times: each would compile all its modules again. */
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

/**
 * Processes rather than threads, since tests load native bindings and start children of their own; not isolated, since
 * no module of ours keeps state of its own, and loading everything again for each file takes longer than the tests.
 */
export default defineConfig({
  test: {
    include: ['{src,sandbox,test}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/*.slow.test.ts'],
    globalSetup: ['./test/with-postgres.ts'],
    pool: 'forks',
    isolate: false,
    // One more than the cores of a small machine: most tests wait for blocks and processes now and then.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 90_000,
    teardownTimeout: 20_000,
    reporters: ['default', './test/closing-line-reporter.ts'],
  },
})
