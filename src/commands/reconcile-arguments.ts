import { parseArgs } from 'node:util'
import { UsageError } from './usage-error.ts'

export interface ReconcileArguments {
  /** From when on in milliseconds since the epoch, or from which block on. */
  readonly since: { readonly time: number } | { readonly block: bigint }
  /** CAIP-2 id; null for all networks. */
  readonly network: string | null
  readonly checkOnly: boolean
  readonly json: boolean
}

export const reconcileHelp = `farthing reconcile [options]: compares the ledger with what the chains say, and takes in payments that it does not know

  --days <n>          the last n days; 1 unless given
  --since <time>      from a moment on, such as 2026-11-24 or 2026-11-24T03:15:00Z
  --from-block <n>    from a block on; needs --network
  --network <id>      only this network, such as eip155:8453
  --check             only compare; write nothing
  --json              the comparison as JSON; amounts are base units, as text
  --env-file <file>   a file of settings, one NAME=value a line; the environment overrides it
  --help              this text

Every transfer to PAY_TO is looked up in the ledger, and every payment of the ledger on its chain. A payment by an authorization that the ledger
does not know becomes a credit: it buys an answer, or is given back with farthing refund. It is not given back by itself, since it may have been
answered before the ledger was restored. The service that runs on DATA_DIR does it; where none runs, this command does, with MODE=live. The last
line is the difference to the unit. It may be run again at any time. Exit code: 0 if the chains and the ledger agree, 1 if they do not or a
network did not answer, 2 for wrong usage or settings.
`

const options = {
  days: { type: 'string' },
  since: { type: 'string' },
  'from-block': { type: 'string' },
  network: { type: 'string' },
  check: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const dayMs = 24 * 3_600_000

/** @throws UsageError */
export function readReconcileArguments(args: readonly string[], now: number): ReconcileArguments | 'help' {
  const values = parse(args)
  if (values.help) return 'help'
  const network = values.network ?? null
  if (network !== null && !/^eip155:\d+$/.test(network)) throw new UsageError('--network must be an id such as eip155:8453')
  if ([values.days, values.since, values['from-block']].filter((one) => one !== undefined).length > 1)
    throw new UsageError('give one of --days, --since and --from-block')
  return { since: sinceOf(values, network, now), network, checkOnly: values.check ?? false, json: values.json ?? false }
}

function sinceOf(values: ReturnType<typeof parse>, network: string | null, now: number): ReconcileArguments['since'] {
  const block = values['from-block']
  if (block !== undefined) {
    if (!/^\d{1,15}$/.test(block)) throw new UsageError('--from-block must be the number of a block')
    if (network === null) throw new UsageError('--from-block needs --network, since each network counts its own blocks')
    return { block: BigInt(block) }
  }
  if (values.since !== undefined) {
    const time = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(values.since) ? Date.parse(values.since) : Number.NaN
    if (!(time >= 0)) throw new UsageError('--since must be a time in UTC such as 2026-11-24T03:15:00Z')
    return { time }
  }
  const days = Number(values.days ?? '1')
  if (!(days > 0 && days <= 3_660)) throw new UsageError('--days must be a number of days')
  return { time: Math.max(0, Math.floor(now - days * dayMs)) }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch {
    throw new UsageError('unknown or incomplete option')
  }
}
