import { defineConfig, mergeConfig } from 'vitest/config'
import fast from './vitest.config.ts'

process.env['TEST_DATABASE'] = 'postgres'

/**
 * Every end-to-end test with `DATABASE_URL` set, for services in the tests' process and for those in processes of their
 * own: each data directory has a database (`test/test-database.ts`). None is skipped. The tests of PostgreSQL itself
 * (`postgres`) start a server of their own and are the same in every run.
 */
const onPostgres = mergeConfig(fast, defineConfig({}))
// `mergeConfig` joins lists; this one is replaced.
onPostgres.test = { ...onPostgres.test, include: ['test/e2e/**/*.test.ts'] }

export default onPostgres
