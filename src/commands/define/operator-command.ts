import { loadMoveConfig, type MoveConfig } from '../../config/config.ts'
import { createLogger } from '../../ops/logger.ts'
import { systemClock, systemRandom, systemTimers } from '../../ops/system.ts'
import { silentMetrics } from '../../shared/metrics.ts'
import { processIo, type CommandIo } from './command-io.ts'
import type { Command, Given, Options } from './define-command.ts'

export type { CommandIo }

export interface CommandContext {
  readonly io: CommandIo
  /** Where the ledger is: DATA_DIR and DATABASE_URL. */
  readonly place: MoveConfig
  /** What opens it. */
  readonly system: ReturnType<typeof commandSystem>
}

/** What the parts of the service are opened with by a command: a log of warnings on stderr, no metrics. */
export function commandSystem(secrets: readonly string[]) {
  const { log, flush } = createLogger({ level: 'warn', secrets, pretty: process.stderr.isTTY })
  return { clock: systemClock, timers: systemTimers, random: systemRandom, log, metrics: silentMetrics, flush }
}

/** Runs a command of the operator on the ledger of the settings; gives its exit code. */
export function operatorCommand<Table extends Options>(
  command: Command<Table>,
  args: readonly string[],
  own: CommandIo | undefined,
  body: (context: CommandContext, given: Given<Table>) => Promise<number>,
): Promise<number> {
  const io = own ?? processIo()
  return command.run(args, io, async (given) => {
    const place = loadMoveConfig(io.env)
    const system = commandSystem(passwordsIn(place.databaseUrl))
    try {
      return await body({ io, place, system }, given)
    } finally {
      system.flush()
    }
  })
}

/** What the log must not contain of the address of a database. */
export function passwordsIn(databaseUrl: string | null): string[] {
  const password = databaseUrl === null ? '' : new URL(databaseUrl).password
  return password === '' ? [] : [databaseUrl!, password, decodeURIComponent(password)]
}
