/** With TEST_DATABASE=postgres: one server for all tests of a run, see `stage-database.ts`. Gives what ends it. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_DATABASE'] !== 'postgres') return undefined
  const { startPostgres } = await import('../src/store/postgres/start-postgres.fixture.ts')
  const server = await startPostgres()
  process.env['TEST_POSTGRES_PORT'] = String(server.port)
  return async () => {
    await server[Symbol.asyncDispose]()
  }
}
