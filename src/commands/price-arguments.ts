import { parseArgs } from 'node:util'
import { AmountError, usd } from '../shared/money.ts'
import { UsageError } from './usage-error.ts'

export type PriceArguments = { readonly json: boolean } & (
  | { readonly what: 'list' }
  | { readonly what: 'history'; readonly offer: string | null }
  /** `price` in base units, null for the declared one; `from` in milliseconds, null for now. */
  | { readonly what: 'set'; readonly offer: string; readonly price: bigint | null; readonly from: number | null }
)

export const priceHelp = `farthing price <what> [options]: the prices of offers

  list                         what each offer costs, since when, and what is ordered
  set <offer> <dollars>        another price, now or from a time on
    --from <time>                such as 2026-04-01T00:00:00Z; now unless given
  set <offer> --declared       the price that the program declares
  history [offer]              every price that offers had, and from when on
  --json                       as JSON
  --env-file <file>            a file of settings, one NAME=value a line; the environment overrides it
  --help                       this text

A change needs no restart: every instance on the ledger has it within about three seconds, in its 402s and in all documents. Who saw the
price before may still pay it for PRICE_GRACE_SECONDS. An offer of a language model is never sold below what a call may cost.
list and set ask the running service on the socket in its DATA_DIR; with WORKERS give that of the parent. history reads the ledger. Exit code: 0, 1 if it could not be done, 2 for wrong usage.
`

const options = {
  from: { type: 'string' },
  declared: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** @throws UsageError */
export function readPriceArguments(args: readonly string[]): PriceArguments | 'help' {
  const { values, positionals } = parse(args)
  const [what, offer, price, ...more] = positionals
  if (values.help) return 'help'
  const json = values.json ?? false
  if (more.length > 0) throw new UsageError('too many words')
  if (what !== 'set' && (values.from !== undefined || values.declared)) throw new UsageError('only set takes --from and --declared')
  if (what === 'list' && offer === undefined) return { what, json }
  if (what === 'history' && price === undefined) return { what, json, offer: offer ?? null }
  if (what !== 'set' || offer === undefined) throw new UsageError('say list, set <offer> <dollars>, or history [offer]')
  if ((price === undefined) !== (values.declared ?? false)) throw new UsageError('set takes either a price in dollars or --declared')
  const from = values.from === undefined ? null : Date.parse(values.from)
  if (from !== null && Number.isNaN(from)) throw new UsageError('--from must be a time such as 2026-04-01T00:00:00Z')
  return { what, json, offer, price: price === undefined ? null : dollars(price), from }
}

function dollars(text: string): bigint {
  try {
    const price = usd(text)
    if (price > 0n) return price
  } catch (error) {
    if (!(error instanceof AmountError)) throw error
    throw new UsageError(`the price is ${error.message}`)
  }
  throw new UsageError('the price must be above zero')
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch {
    throw new UsageError('unknown or incomplete option')
  }
}
