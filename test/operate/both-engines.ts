import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, type PostgresServer } from '../../src/store/postgres/start-postgres.fixture.ts'

export type Engine = 'SQLite' | 'PostgreSQL'

export const engines: readonly Engine[] = ['SQLite', 'PostgreSQL']

export type Environment = Readonly<Record<string, string>>

/** Data directories with ledgers of one engine, which services, processes and commands may share. */
export interface LedgerPlaces {
  /** An empty ledger: the settings of all that use it. */
  make(): Promise<Environment & { readonly DATA_DIR: string }>
  close(): Promise<void>
}

export async function openLedgerPlaces(engine: Engine): Promise<LedgerPlaces> {
  const root = await mkdtemp(join(tmpdir(), 'farthing-operate-'))
  const server: PostgresServer | null = engine === 'PostgreSQL' ? await startPostgres() : null
  let count = 0
  return {
    async make() {
      const place = { DATA_DIR: join(root, `data-${++count}`), DRAIN_SECONDS: '0' }
      return server === null
        ? place
        : { ...place, DATABASE_URL: await server.createDatabase(), MPP_SECRET: 'the-same-for-all-of-the-instances' }
    },
    async close() {
      await server?.[Symbol.asyncDispose]()
      await rm(root, { recursive: true, force: true })
    },
  }
}
