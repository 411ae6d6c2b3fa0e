import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, mergeConfig } from 'vitest/config'
import fast from './vitest.config.ts'

// All of the sanctions lists and all runs of the properties, unlike in the fast tests.
process.env['SANDBOX_LISTS'] = 'all'
process.env['TEST_RUNS'] = 'all'

/** Fast tests that do more here: those with properties, and those that try a share of something. */
const fuller = globSync('{src,sandbox,test}/**/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
  /fast-check|support\/runs\.ts/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
)

const slow = mergeConfig(fast, defineConfig({ test: { testTimeout: 600_000, hookTimeout: 600_000 } }))
// `mergeConfig` joins lists; these are replaced.
slow.test = {
  ...slow.test,
  include: ['{src,sandbox,test}/**/*.{slow,fuzz}.test.ts', 'src/products/company/verify-faults.test.ts', ...fuller],
  exclude: ['**/node_modules/**'],
}

export default slow
