import { SettingError, type Setting } from '../ops/setting.ts'
import { connectionOf, DatabaseUrlRefused } from '../store/postgres/connection-options.ts'

/** Where the ledger is kept. */
export const ledgerSettings = {
  databaseUrl: {
    name: 'DATABASE_URL',
    what: 'A PostgreSQL that keeps the ledger, for several instances together: `postgres://user:password@host:5432/database?sslmode=verify-full`. Without it the ledger is a file in `DATA_DIR`. Needs `MPP_SECRET`.',
    secret: true,
    parse: databaseUrl,
  },
} as const satisfies Record<string, Setting<unknown>>

function databaseUrl(value: string): string {
  try {
    connectionOf(value)
    return value
  } catch (error) {
    if (error instanceof DatabaseUrlRefused) throw new SettingError(error.what)
    throw error
  }
}
