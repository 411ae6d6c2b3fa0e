import { randomBytes } from 'node:crypto'
import { createDatabase } from '../src/store/postgres/start-postgres.fixture.ts'

/** What puts a stage's ledger into a database of its own, where the run has a server (`with-postgres.ts`); else nothing. */
export async function stageDatabase(): Promise<Readonly<Record<string, string>>> {
  const port = process.env['TEST_POSTGRES_PORT']
  if (port === undefined) return {}
  const url = await createDatabase(Number(port), `stage_${randomBytes(8).toString('hex')}`)
  return { DATABASE_URL: url, MPP_SECRET: randomBytes(32).toString('hex') }
}
