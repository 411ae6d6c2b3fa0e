import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { createDatabase } from '../src/store/postgres/start-postgres.fixture.ts'

type Environment = Readonly<Record<string, string>>

const databases = new Map<string, Promise<Environment>>()

/**
 * Settings that put the ledger of a data directory into a database of its own, if the run has a server (`postgres-setup.ts`);
 * otherwise none. A service that starts again in its directory gets its ledger back, as it does with the embedded engine.
 */
export function databaseFor(directory: string): Promise<Environment> {
  const port = process.env['TEST_POSTGRES_PORT']
  if (port === undefined) return Promise.resolve({})
  const path = resolve(directory)
  const known = databases.get(path)
  if (known) return known
  const made = makeDatabase(Number(port))
  databases.set(path, made)
  return made
}

async function makeDatabase(port: number): Promise<Environment> {
  const url = await createDatabase(port, `test_${randomBytes(8).toString('hex')}`)
  // No load balancer has to notice the shutdown.
  return { DATABASE_URL: url, MPP_SECRET: randomBytes(32).toString('hex'), DRAIN_SECONDS: '0' }
}
