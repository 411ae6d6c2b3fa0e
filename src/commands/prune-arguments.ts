import { parseArgs } from 'node:util'
import { readName } from '../operate/ledger/look-up.ts'
import { UsageError } from './usage-error.ts'

export type PruneArguments = { readonly json: boolean } & (
  | { readonly what: 'old'; /** Null: as the settings say. */ readonly days: number | null; readonly dryRun: boolean }
  | { readonly what: 'show' | 'erase'; readonly payer: string }
)

export const pruneHelp = `farthing prune [options]: what is kept how long, and what is erased

  --dry-run               says what is kept how long, and what would be erased
  --older-than <days>     blanks client addresses and idempotency keys of archived payments older than this, 2 at least;
                          CLIENT_ADDRESS_DAYS unless given, and without that 90
  --payer <wallet> --show   everything on record of a payer, as JSON
  --payer <wallet> --erase  erases client addresses, hashes of requests and keys, answers and deliveries of a payer
  --json                  as JSON
  --env-file <file>       a file of settings, one NAME=value a line; the environment overrides it
  --help                  this text

The books stay: receipts, amounts, states, wallets and transactions, which the chain shows to everybody anyway. What may still be
settled, used or collected is kept until it ends. With CLIENT_ADDRESS_DAYS the service blanks old client addresses by itself, once a day.
It works beside the service, which does the erasing (with WORKERS give the DATA_DIR of the parent), or without one. Exit code: 0, 1 if
it could not be done, 2 for wrong usage.
`

const options = {
  'dry-run': { type: 'boolean' },
  'older-than': { type: 'string' },
  payer: { type: 'string' },
  show: { type: 'boolean' },
  erase: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** @throws UsageError */
export function readPruneArguments(args: readonly string[]): PruneArguments | 'help' {
  const values = parse(args)
  if (values.help) return 'help'
  const json = values.json ?? false
  if (values.payer === undefined) {
    if (values.show || values.erase) throw new UsageError('--show and --erase need --payer')
    const days = values['older-than'] === undefined ? null : Number(values['older-than'])
    if (days !== null && !(Number.isInteger(days) && days >= 2 && days <= 36_500))
      throw new UsageError('--older-than must be a number of days, 2 at least')
    return { what: 'old', days, dryRun: values['dry-run'] ?? false, json }
  }
  const name = readName(values.payer)
  if (name?.kind !== 'wallet') throw new UsageError('--payer must be the address of a wallet')
  if ((values.show ?? false) === (values.erase ?? false)) throw new UsageError('--payer takes either --show or --erase')
  if (values['dry-run'] || values['older-than'] !== undefined) throw new UsageError('--payer excludes --dry-run and --older-than')
  return { what: values.show ? 'show' : 'erase', payer: name.address, json }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch {
    throw new UsageError('unknown or incomplete option')
  }
}
