import { defineConfig, mergeConfig } from 'vitest/config'
import fast from './vitest.config.ts'

process.env['TEST_DATABASE'] = 'postgres'

/**
 * Every end-to-end test with `DATABASE_URL` set, for services in the tests' process and for those that are processes of their
 * own: each data directory has a database (`test/stage-database.ts`). None is skipped. Those that are about PostgreSQL anyhow
 * start a server of their own (`postgres`, `workers`, `migrate`), and are the same in every run.
 */
const onPostgres = mergeConfig(fast, defineConfig({}))
// Merging joins lists, and this is to be replaced.
onPostgres.test = { ...onPostgres.test, include: ['test/e2e/**/*.test.ts'] }

export default onPostgres
