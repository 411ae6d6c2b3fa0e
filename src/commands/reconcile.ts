import { ConfigError, loadConfig } from '../config/config.ts'
import { createLogger } from '../ops/logger.ts'
import type { Environment } from '../ops/setting.ts'
import { systemClock, systemRandom, systemTimers } from '../ops/system.ts'
import { askService } from '../service/ask-service.ts'
import { reconcileDirectly } from '../service/reconcile-directly.ts'
import { silentMetrics } from '../shared/metrics.ts'
import { readReconcileArguments, reconcileHelp, type ReconcileArguments } from './reconcile-arguments.ts'
import { UsageError } from './usage-error.ts'

export interface ReconcileIo {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** The process's own unless given. */
  readonly env?: Environment
}

/** As it comes from the service, with amounts as text, or from here. */
interface Answer {
  readonly well: boolean
  readonly text: string
  readonly reconciliation: unknown
}

const processIo: ReconcileIo = { out: (text) => void process.stdout.write(text), err: (text) => void process.stderr.write(text) }

/** `farthing reconcile`; gives the exit code that its help documents. */
export async function reconcileCommand(args: readonly string[], io: ReconcileIo = processIo): Promise<number> {
  try {
    const given = readReconcileArguments(args, systemClock.now())
    if (given === 'help') {
      io.out(reconcileHelp)
      return 0
    }
    const { well, text, reconciliation } = await ask(given, io)
    io.out(
      given.json
        ? `${JSON.stringify({ well, ...(reconciliation as object) }, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value), 2)}\n`
        : text,
    )
    return well ? 0 : 1
  } catch (error) {
    if (error instanceof UsageError) io.err(`farthing reconcile: ${error.message}\n\n${reconcileHelp}`)
    else io.err(`farthing reconcile: ${error instanceof Error ? error.message : 'failed'}\n`)
    return error instanceof UsageError || error instanceof ConfigError ? 2 : 1
  }
}

/** By the running service, or here where none runs. */
async function ask({ since, network, checkOnly }: ReconcileArguments, io: ReconcileIo): Promise<Answer> {
  const config = loadConfig(io.env)
  const wire = 'block' in since ? { block: String(since.block) } : since
  const input = { since: wire, ...(network === null ? {} : { network }), adopt: !checkOnly }
  const answered = await askService({ dataDir: config.dataDir, action: 'reconcile', input })
  if (answered) return answered.result as Answer
  const secrets = config.databaseUrl === null ? [] : [config.databaseUrl]
  const { log, flush } = createLogger({ level: 'warn', secrets: [...secrets, ...(config.signerKeys ?? [])], pretty: process.stderr.isTTY })
  const system = { clock: systemClock, timers: systemTimers, random: systemRandom, log, metrics: silentMetrics }
  try {
    const onBlocks = (name: string, done: bigint, to: bigint) => io.err(`farthing reconcile: ${name}: block ${done} of ${to}\n`)
    return await reconcileDirectly(config, { since, ...(network === null ? {} : { network }), adopt: !checkOnly, onBlocks }, system)
  } finally {
    flush()
  }
}
