import { ConfigError, loadMoveConfig, type MoveConfig } from '../config/config.ts'
import { createLogger } from '../ops/logger.ts'
import type { Environment } from '../ops/setting.ts'
import { systemClock, systemRandom, systemTimers } from '../ops/system.ts'
import { silentMetrics } from '../shared/metrics.ts'
import { UsageError } from './usage-error.ts'

/** What a command of the operator reads and writes. */
export interface CommandIo {
  /** Resolves when the reader has taken the text. */
  readonly out: (text: string) => Promise<void> | void
  readonly err: (text: string) => void
  /** The process's own unless given. */
  readonly env?: Environment
}

export interface CommandContext {
  readonly io: CommandIo
  /** Where the ledger is: DATA_DIR and DATABASE_URL. */
  readonly place: MoveConfig
  /** What opens it. */
  readonly system: ReturnType<typeof commandSystem>
}

function commandSystem(secrets: readonly string[]) {
  const { log, flush } = createLogger({ level: 'warn', secrets, pretty: process.stderr.isTTY })
  return { clock: systemClock, timers: systemTimers, random: systemRandom, log, metrics: silentMetrics, flush }
}

/** Of this process: writes as fast as the reader takes it, and ends quietly when the reader has gone (`| head`). */
function processIo(): CommandIo {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  return {
    out: (text) => (process.stdout.write(text) ? undefined : new Promise((resolve) => void process.stdout.once('drain', resolve))),
    err: (text) => void process.stderr.write(text),
  }
}

/**
 * Runs a command of the operator on the ledger of the settings.
 * @returns its exit code; 1 with a line on stderr where it fails, 2 for wrong usage or settings
 */
export async function operatorCommand(
  { name, help, io = processIo() }: { readonly name: string; readonly help: string; readonly io?: CommandIo | undefined },
  run: (context: CommandContext) => Promise<number>,
): Promise<number> {
  let flush = () => {}
  try {
    const place = loadMoveConfig(io.env)
    const password = place.databaseUrl === null ? '' : new URL(place.databaseUrl).password
    const secrets = password === '' ? [] : [place.databaseUrl ?? '', password, decodeURIComponent(password)]
    const system = commandSystem(secrets)
    flush = system.flush
    return await run({ io, place, system })
  } catch (error) {
    const usage = error instanceof UsageError
    io.err(`farthing ${name}: ${error instanceof Error ? error.message : 'failed'}\n${usage ? `\n${help}` : ''}`)
    return usage || error instanceof ConfigError ? 2 : 1
  } finally {
    flush()
  }
}
