import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { LongestFirst } from './test/longest-first.ts'

/** Tests start the service, the node supervisor and clients about a hundred times. Without this each would compile its modules again. */
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

const code = '{src,goods,sandbox,test}/**'
const slowTimes = { testTimeout: 600_000, hookTimeout: 600_000 }

/** Reading all of the sandbox's sanctions lists takes half a second of CPU each time a service starts. */
const shortLists = { SANDBOX_LISTS: process.env['SANDBOX_LISTS'] ?? 'short' }
/** All of the lists, and all runs of the properties. */
const allOfIt = { SANDBOX_LISTS: 'all', TEST_RUNS: 'all' }

function tier(name: string, include: string[], options: TestProjectInlineConfiguration['test'] = {}): TestProjectInlineConfiguration {
  return { extends: true, test: { name, include, ...options } }
}

/** A test belongs to the tier that its file's name says (`docs/tests.md`). */
const tiers = [
  tier('fast', [`${code}/*.test.ts`], { exclude: ['**/*.{full,slow,outside}.test.ts'], env: shortLists }),
  tier('full', [`${code}/*.full.test.ts`], { env: shortLists }),
  tier('slow', [`${code}/*.slow.test.ts`], { env: allOfIt, ...slowTimes }),
  tier('outside', ['test/outside/**/*.outside.test.ts'], { env: shortLists, ...slowTimes }),
]

/** Tests that have run in their tier already and run here again, with more behind them. */
const again = [
  /**
   * Every end-to-end test with `DATABASE_URL` set, for services in the tests' process and for those in processes of their
   * own: each data directory has a database (`test/test-database.ts`). None is skipped. The tests of PostgreSQL itself
   * (`postgres`) start a server of their own and are the same in every run.
   */
  tier('postgres', ['test/e2e/**/*.test.ts'], {
    exclude: ['**/*.slow.test.ts'],
    env: { ...shortLists, TEST_DATABASE: 'postgres' },
    globalSetup: ['./test/postgres-setup.ts'],
  }),
  tier('thorough', filesThatCanDoMore(), { env: allOfIt, ...slowTimes }),
]

/** Those with properties, and those that try a share of something. */
function filesThatCanDoMore(): string[] {
  const files = globSync(`${code}/*.test.ts`, { cwd: import.meta.dirname })
  return files.filter(
    (file) =>
      !/\.(slow|outside)\.test\.ts$/.test(file) &&
      /fast-check|support\/runs\.ts|ledger\.contract\.ts/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  )
}

/**
 * Processes instead of threads, since tests load native bindings and start child processes. They are not isolated: loading all
 * modules again for each file would take longer than most tests. So module state lives as long as its worker. Only
 * `test/shared-sandbox.ts` uses that on purpose; a test must not depend on what an earlier file left behind.
 */
export default defineConfig({
  test: {
    // Without this option, a file that is named on the command line runs once.
    projects: process.argv.some((argument) => argument.startsWith('--project')) ? [...tiers, ...again] : tiers,
    exclude: ['**/node_modules/**'],
    globalSetup: ['./test/global-setup.ts'],
    setupFiles: ['./test/support/fixed-seed.ts'],
    // Node imports the modules itself, as in production, and keeps them compiled. Without Vite there is no `vi.mock`; setup files run once a worker.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    pool: 'forks',
    isolate: false,
    // Property tests and services make much garbage that is gone soon; with the default of 16 MB a twelfth of the time goes to it.
    execArgv: ['--max-semi-space-size=64'],
    // More than the cores of a small machine, since tests wait for blocks, processes and time limits. Each worker compiles the modules and opens a sandbox.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // Conditions are waited for, however slow the machine is.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 20_000,
    reporters: ['default', './test/closing-line-reporter.ts'],
  },
})
