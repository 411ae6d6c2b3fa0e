import { parseArgs } from 'node:util'
import { readName, type Named } from '../operate/ledger/look-up.ts'
import { paymentStates } from '../operate/report/report-lines.ts'
import { isReceiptId } from '../shared/ids.ts'
import { UsageError } from './usage-error.ts'

export type LedgerArguments = { readonly json: boolean } & (
  | { readonly what: 'show'; readonly named: Named }
  | { readonly what: 'why'; readonly payer: string }
  | {
      readonly what: 'list'
      readonly payer: string | null
      readonly state: string | null
      readonly offer: string | null
      readonly since: number
      readonly before: string | null
      readonly limit: number
    }
  | { readonly what: 'retry' | 'credit'; readonly receipt: string }
)

export const ledgerHelp = `farthing ledger <what> [options]: payments, one by one

  show <receipt|transaction|wallet>   where the money is, what the payer got, and what to do
  why <wallet>       why a wallet is refused, and what ends that
  list               payments, the newest first
    --state <state>    ${paymentStates.join(', ')}
    --payer <wallet>   of one wallet
    --offer <id>       of one offer
    --since <time>     called for since then: 2026-03-01 or 2026-03-01T12:00:00Z
    --limit <number>   50 unless given, 1000 at most
    --cursor <text>    the next page, as the page before named it
  retry <receipt>    settles what is stuck, or books what the chain shows to be paid
  credit <receipt>   makes a credit of a payment that was paid on chain and not answered
  --json             as JSON
  --env-file <file>  a file of settings, one NAME=value a line; the environment overrides it
  --help             this text

show, why and list read the ledger in a process of their own, beside the service or without it; a transaction or a wallet is looked for
in all payments. retry and credit ask the running service on the socket in its DATA_DIR; with WORKERS give that of the parent. Exit code: 0, 1 if nothing was found, or it could not be done or known, 2 for
wrong usage.
`

const options = {
  state: { type: 'string' },
  payer: { type: 'string' },
  offer: { type: 'string' },
  since: { type: 'string' },
  limit: { type: 'string' },
  cursor: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** @throws UsageError */
export function readLedgerArguments(args: readonly string[]): LedgerArguments | 'help' {
  const { values, positionals } = parse(args)
  const [what, name, ...more] = positionals
  if (values.help) return 'help'
  const json = values.json ?? false
  if (what === 'list') {
    if (name !== undefined) throw new UsageError('list takes options only')
    return { what, json, ...filter(values) }
  }
  if (['state', 'payer', 'offer', 'since', 'limit', 'cursor'].some((option) => option in values))
    throw new UsageError('only list takes --state, --payer, --offer, --since, --limit and --cursor')
  if (name === undefined || more.length > 0) throw new UsageError('name what to do and one receipt, transaction or wallet')
  const named = readName(name)
  if (named === null) throw new UsageError('a receipt has 32 hexadecimal digits, a transaction is 0x and 64 of them, a wallet 0x and 40')
  switch (what) {
    case 'show':
      return named.kind === 'wallet' ? { what: 'why', json, payer: named.address } : { what, json, named }
    case 'why':
      if (named.kind !== 'wallet') throw new UsageError('why takes the address of a wallet')
      return { what, json, payer: named.address }
    case 'retry':
    case 'credit':
      if (named.kind !== 'receipt') throw new UsageError(`${what} takes a receipt; farthing ledger show finds it by its transaction`)
      return { what, json, receipt: named.id }
    default:
      throw new UsageError('say show, why, list, retry or credit')
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch {
    throw new UsageError('unknown or incomplete option')
  }
}

function filter(values: ReturnType<typeof parse>['values']) {
  const { state = null, offer = null, cursor = null } = values
  if (state !== null && !paymentStates.some((one) => one === state))
    throw new UsageError(`--state must be one of ${paymentStates.join(', ')}`)
  if (cursor !== null && !isReceiptId(cursor)) throw new UsageError('--cursor must be what the page before named')
  const payer = values.payer === undefined ? null : readName(values.payer)
  if (values.payer !== undefined && payer?.kind !== 'wallet') throw new UsageError('--payer must be the address of a wallet')
  const limit = Number(values.limit ?? '50')
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= 1_000)) throw new UsageError('--limit must be a number from 1 to 1000')
  const since = values.since === undefined ? 0 : Date.parse(values.since)
  if (Number.isNaN(since) || since < 0) throw new UsageError('--since must be a time such as 2026-03-01 or 2026-03-01T12:00:00Z')
  return { state, offer, before: cursor, payer: payer?.kind === 'wallet' ? payer.address : null, limit, since }
}
