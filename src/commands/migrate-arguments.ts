import { parseArgs } from 'node:util'
import { UsageError } from './usage-error.ts'

export interface MigrateArguments {
  /** Data directory of the ledger; null for that of the settings. */
  readonly from: string | null
  /** The database's address; null for that of the settings. */
  readonly to: string | null
  readonly checkOnly: boolean
  readonly json: boolean
}

export const migrateHelp = `farthing migrate [options]: moves a ledger from its data directory (SQLite) to PostgreSQL, and compares every row

  --from <directory>   the data directory; DATA_DIR unless given
  --to <url>           the database, postgres://user:password@host:5432/database; better use DATABASE_URL or DATABASE_URL_FILE, since
                       every user of this machine can see arguments
  --check              only compare the two
  --json               the report as JSON
  --env-file <file>    a file of settings, one NAME=value a line; the environment overrides it
  --help               this text

Stop the service first. The database must have no payments of its own; its schema is brought up to date. If a move was interrupted,
run it again. After the move, a service that starts on the data directory refuses it and says where the ledger is. Progress goes to
stderr, the report to stdout. Exit code: 0 if every row and every sum is the same on both sides, 1 if one differs or the ledger
could not be moved (it stays as it was then), 2 for wrong usage.
`

const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  check: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** @throws UsageError */
export function readMigrateArguments(args: readonly string[]): MigrateArguments | 'help' {
  const values = parse(args)
  if (values.help) return 'help'
  return { from: values.from ?? null, to: values.to ?? null, checkOnly: values.check ?? false, json: values.json ?? false }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch {
    // What was given may be an address with a password, so it is not repeated.
    throw new UsageError('unknown or incomplete option')
  }
}
