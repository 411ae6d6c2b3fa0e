import type { TestProject } from 'vitest/node'
import { startPostgres } from '../src/store/postgres/start-postgres.fixture.ts'

/** One PostgreSQL server for all files of the project (`test-database.ts`). Returns a function that stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  project.config.env['TEST_POSTGRES_PORT'] = String(server.port)
  return async () => {
    await server[Symbol.asyncDispose]()
  }
}
