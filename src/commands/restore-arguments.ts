import { parseArgs } from 'node:util'
import { UsageError } from './usage-error.ts'

export interface RestoreArguments {
  /** A file, a folder of backups, or `-` for standard input. */
  readonly from: string
  /** A data directory or the address of a database; null for those of the settings. */
  readonly into: string | null
  readonly checkOnly: boolean
  readonly json: boolean
}

export const restoreHelp = `farthing restore <backup> [options]: restores a ledger from a backup into an empty DATA_DIR or DATABASE_URL

  <backup>          a file of farthing backup; a folder, of which the newest backup is taken; or - for standard input
  --into <place>    the data directory, or postgres://user:password@host:5432/database; DATABASE_URL or DATA_DIR unless given. Better give
                    a database by DATABASE_URL or DATABASE_URL_FILE, since every user of this machine can see arguments
  --check           only read the backup to its end and check it
  --json            the report as JSON
  --env-file <file> a file of settings, one NAME=value a line; the environment overrides it
  --help            this text

Stop the service first. The backup is read to its end and checked before anything is written; what was restored is compared with it. A place
that has payments is refused. Payments that were made after the backup are missing in it: the service that opens the ledger compares it with
the chains before it sells (farthing reconcile does so too). Progress goes to stderr, the report to stdout. Exit code: 0 if the ledger is
there, 1 if the backup or the place was refused (the place is as it was), 2 for wrong usage.
`

const options = {
  into: { type: 'string' },
  check: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** @throws UsageError */
export function readRestoreArguments(args: readonly string[]): RestoreArguments | 'help' {
  const { values, positionals } = parse(args)
  if (values.help) return 'help'
  const [from, ...more] = positionals
  if (from === undefined || more.length > 0) throw new UsageError('name one backup: a file, a folder, or - for standard input')
  return { from, into: values.into ?? null, checkOnly: values.check ?? false, json: values.json ?? false }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch {
    // What was given may be an address with a password, so it is not repeated.
    throw new UsageError('unknown or incomplete option')
  }
}
