import { parseArgs } from 'node:util'
import { isReceiptId } from '../shared/ids.ts'
import { UsageError } from './usage-error.ts'

export interface RefundArguments {
  readonly receipts: readonly string[]
  readonly json: boolean
  readonly waitSeconds: number
}

export const refundHelp = `farthing refund <receipt> ... [options]: gives payments back that were settled and could not be answered

  --wait <seconds>   how long to wait for the service; 20 unless given
  --json             the answers as JSON
  --env-file <file>  a file of settings, one NAME=value a line; the environment overrides it
  --help             this text

Only a credit is given back: a payment of an offer that is settled before its work, whose work failed. The service that runs on
DATA_DIR does it, with the wallet of REFUND_KEY, within REFUND_USD_PER_DAY and net of what sending costs; the payer gets it at its own
address. Credits that are used up or left unused for REFUND_AFTER_HOURS are given back without an order. Exit code: 0 if every
payment is on its way back, 1 if one is not, 2 for wrong usage.
`

const options = {
  wait: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** @throws UsageError */
export function readRefundArguments(args: readonly string[]): RefundArguments | 'help' {
  const { values, positionals } = parse(args)
  if (values.help) return 'help'
  if (positionals.length === 0) throw new UsageError('name at least one receipt')
  for (const receipt of positionals)
    if (!isReceiptId(receipt)) throw new UsageError('a receipt has 32 hexadecimal digits, as in the Link header of an answer')
  const waitSeconds = Number(values.wait ?? '20')
  if (!(waitSeconds >= 0 && waitSeconds <= 3_600)) throw new UsageError('--wait must be a number of seconds, 3600 at most')
  return { receipts: [...new Set(positionals)], json: values.json ?? false, waitSeconds }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch {
    throw new UsageError('unknown or incomplete option')
  }
}
