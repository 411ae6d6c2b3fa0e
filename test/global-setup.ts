import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * What all test files of a run share: a directory for what a worker process keeps until its end (`shared-sandbox.ts`,
 * `start-postgres.fixture.ts`), and with TEST_DATABASE=postgres one PostgreSQL server (`test-database.ts`). Returns a function that
 * removes them.
 */
export async function setup(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'farthing-tests-'))
  // PostgreSQL runs as another user.
  await chmod(directory, 0o711)
  process.env['TEST_RUN_DIRECTORY'] = directory
  const stopPostgres = process.env['TEST_DATABASE'] === 'postgres' ? await startSharedPostgres() : async () => {}
  return async () => {
    await stopPostgres()
    // The chains of a process that has ended may still write their state.
    await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

async function startSharedPostgres(): Promise<() => Promise<void>> {
  const { startPostgres } = await import('../src/store/postgres/start-postgres.fixture.ts')
  const server = await startPostgres()
  process.env['TEST_POSTGRES_PORT'] = String(server.port)
  return async () => {
    await server[Symbol.asyncDispose]()
  }
}
