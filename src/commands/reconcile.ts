import { loadConfig } from '../config/config.ts'
import { systemClock } from '../ops/system.ts'
import { askService } from '../service/ask-service.ts'
import { reconcileDirectly } from '../service/reconcile-directly.ts'
import { processIo, type CommandIo } from './define/command-io.ts'
import { defineCommand, flag, type GivenTo, value } from './define/define-command.ts'
import { commandSystem } from './define/operator-command.ts'
import { UsageError } from './define/usage-error.ts'

const dayMs = 24 * 3_600_000

const command = defineCommand({
  name: 'reconcile',
  forms: [['[options]', 'compares the ledger with what the chains say, and takes in payments that it does not know']],
  options: {
    days: value('n', 'the last n days; 1 unless given'),
    since: value('time', 'from a moment on, such as 2026-11-24 or 2026-11-24T03:15:00Z'),
    'from-block': value('n', 'from a block on; needs --network'),
    network: value('id', 'only this network, such as eip155:8453'),
    check: flag('only compare; write nothing'),
    json: flag('the comparison as JSON; amounts are base units, as text'),
  },
  notes: `Every transfer to PAY_TO is looked up in the ledger, and every payment of the ledger on its chain. A payment by an authorization that the
    ledger does not know becomes a credit: it buys an answer, or is given back with farthing refund. It is not given back by itself, since it
    may have been answered before the ledger was restored. The service that runs on DATA_DIR does it; where none runs, this command does, with
    MODE=live. The last line is the difference to the unit. It may be run again at any time. Exit code: 0 if the chains and the ledger agree, 1
    if they do not or a network did not answer, 2 for wrong usage or settings.`,
})

interface Asked {
  /** From when on in milliseconds since the epoch, or from which block on. */
  readonly since: { readonly time: number } | { readonly block: bigint }
  /** CAIP-2 id; null for all networks. */
  readonly network: string | null
  readonly checkOnly: boolean
}

/** As it comes from the service, with amounts as text, or from here. */
interface Answer {
  readonly well: boolean
  readonly text: string
  readonly reconciliation: unknown
}

/** `farthing reconcile`; gives the exit code that its help documents. */
export function reconcileCommand(args: readonly string[], io: CommandIo = processIo()): Promise<number> {
  return command.run(args, io, async ({ options }) => {
    const { well, text, reconciliation } = await ask(read(options, systemClock.now()), io)
    await io.out(
      options.json
        ? `${JSON.stringify({ well, ...(reconciliation as object) }, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value), 2)}\n`
        : text,
    )
    return well ? 0 : 1
  })
}

/** @throws UsageError */
function read(options: GivenTo<typeof command>['options'], now: number): Asked {
  const network = options.network ?? null
  if (network !== null && !/^eip155:\d+$/.test(network)) throw new UsageError('--network must be an id such as eip155:8453')
  if ([options.days, options.since, options['from-block']].filter((one) => one !== undefined).length > 1)
    throw new UsageError('give one of --days, --since and --from-block')
  return { since: sinceOf(options, network, now), network, checkOnly: options.check }
}

function sinceOf(values: GivenTo<typeof command>['options'], network: string | null, now: number): Asked['since'] {
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

/** By the running service, or here where none runs. */
async function ask({ since, network, checkOnly }: Asked, io: CommandIo): Promise<Answer> {
  const config = loadConfig(io.env)
  const wire = 'block' in since ? { block: String(since.block) } : since
  const input = { since: wire, ...(network === null ? {} : { network }), adopt: !checkOnly }
  const answered = await askService({ dataDir: config.dataDir, action: 'reconcile', input })
  if (answered) return answered.result as Answer
  const secrets = config.databaseUrl === null ? [] : [config.databaseUrl]
  const system = commandSystem([...secrets, ...(config.signerKeys ?? [])])
  try {
    const onBlocks = (name: string, done: bigint, to: bigint) => io.err(`farthing reconcile: ${name}: block ${done} of ${to}\n`)
    return await reconcileDirectly(config, { since, ...(network === null ? {} : { network }), adopt: !checkOnly, onBlocks }, system)
  } finally {
    system.flush()
  }
}
