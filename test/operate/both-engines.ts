import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, type PostgresServer } from '../../src/store/postgres/start-postgres.fixture.ts'

export type Engine = 'SQLite' | 'PostgreSQL'

export const engines: readonly Engine[] = ['SQLite', 'PostgreSQL']

export type Environment = Readonly<Record<string, string>>

/** Data directories with ledgers of one engine, which services, processes and commands may share. */
export interface LedgerPlaces {
  /** For files of the test. */
  readonly root: string
  /** An empty ledger: the settings of a service and of commands. With PostgreSQL the secret of challenges is in a file, as instances need it. */
  make(): Promise<Place>
  /** The settings of a further instance on the same ledger, with a data directory of its own. */
  beside(place: Place): Place
  close(): Promise<void>
}

export type Place = Environment & { readonly DATA_DIR: string }

export async function openLedgerPlaces(engine: Engine): Promise<LedgerPlaces> {
  const root = await mkdtemp(join(tmpdir(), 'farthing-operate-'))
  const server: PostgresServer | null = engine === 'PostgreSQL' ? await startPostgres() : null
  let count = 0
  const directory = () => join(root, `data-${++count}`)
  return {
    root,
    async make() {
      const place = { DATA_DIR: directory(), DRAIN_SECONDS: '0' }
      if (server === null) return place
      const MPP_SECRET_FILE = join(root, `mpp-secret-${count}`)
      await writeFile(MPP_SECRET_FILE, 'the-first-of-all-of-the-instances', { mode: 0o600 })
      return { ...place, DATABASE_URL: await server.createDatabase(), MPP_SECRET_FILE }
    },
    beside: (place) => ({ ...place, DATA_DIR: directory() }),
    async close() {
      await server?.[Symbol.asyncDispose]()
      await rm(root, { recursive: true, force: true })
    },
  }
}
