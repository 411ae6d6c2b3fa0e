import { defineConfig, mergeConfig } from 'vitest/config'
import fast from './vitest.config.ts'

/** What runs the service on machines and with programs that are not ours: `test/outside/README.md`. `test/outside/main.ts` starts it. */
const outside = mergeConfig(fast, defineConfig({ test: { testTimeout: 600_000, hookTimeout: 600_000, maxWorkers: 2 } }))
// `mergeConfig` joins lists; this one is replaced.
outside.test = { ...outside.test, include: ['test/outside/**/*.outside.test.ts'] }

export default outside
