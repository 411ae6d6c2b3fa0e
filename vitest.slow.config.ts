import { defineConfig, mergeConfig } from 'vitest/config'
import fast from './vitest.config.ts'

// All of the sanctions lists and all runs of the properties, unlike in the fast tests.
process.env['SANDBOX_LISTS'] = 'all'
process.env['TEST_RUNS'] = 'all'

const slow = mergeConfig(fast, defineConfig({ test: { testTimeout: 600_000, hookTimeout: 600_000 } }))
// `mergeConfig` joins lists; these are replaced.
slow.test = {
  ...slow.test,
  include: [
    '{src,sandbox,test}/**/*.{slow,fuzz}.test.ts',
    'test/e2e/{crash,discovery,examples,fit-for-models,mcp}.test.ts',
    'src/products/company/verify-faults.test.ts',
  ],
  exclude: ['**/node_modules/**'],
}

export default slow
