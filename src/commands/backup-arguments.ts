import { parseArgs } from 'node:util'
import { UsageError } from './usage-error.ts'

export interface BackupArguments {
  /** A folder; `-` for standard output. */
  readonly to: string
  readonly json: boolean
}

export const backupHelp = `farthing backup --to <folder> [options]: backs up the ledger of DATA_DIR or DATABASE_URL, while the service sells or not

  --to <folder>     where the backup goes, as a file of its own; - writes it to standard output
  --json            the report as JSON
  --env-file <file> a file of settings, one NAME=value a line; the environment overrides it
  --help            this text

A backup has all rows of the ledger as they were at one moment, and stored answers. It restores into either engine. It has no secrets: keep
SIGNER_KEY, REFUND_KEY, MPP_SECRET and the other settings elsewhere. It has signatures and answers, so keep it as closely as the ledger; the
file is readable for its owner only. A file is read back before it gets its name, and never overwrites another one. To see that a backup is
whole: farthing restore --check <file>. Progress goes to stderr, the report to stdout (with --to - to stderr). Exit code: 0 if the backup is
whole, 1 if it could not be made (nothing is left then), 2 for wrong usage.
`

const options = {
  to: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** @throws UsageError */
export function readBackupArguments(args: readonly string[]): BackupArguments | 'help' {
  const values = parse(args)
  if (values.help) return 'help'
  if (values.to === undefined || values.to === '')
    throw new UsageError('say where the backup goes: --to <folder>, or --to - for standard output')
  return { to: values.to, json: values.json ?? false }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch {
    throw new UsageError('unknown or incomplete option')
  }
}
