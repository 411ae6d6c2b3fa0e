import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'

/** Where the ledger is kept. */
export const ledgerSettings = {
  databaseUrl: {
    name: 'DATABASE_URL',
    what: 'A PostgreSQL that keeps the ledger, for several instances together: `postgres://user:password@host:5432/database?sslmode=verify-full`. With a standby it names both: `postgres://user:password@first:5432,second:5432/database?target_session_attrs=read-write`. Without it the ledger is a file in `DATA_DIR`. Needs `MPP_SECRET`.',
    secret: true,
    parse: format.postgresUrl,
  },
} as const satisfies Record<string, Setting<unknown>>
