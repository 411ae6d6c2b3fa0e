import type { Config } from '../../config/config.ts'
import { processEnvironment } from '../../config/process-environment.ts'
import { unknownSettings, unknownSettingText } from '../../config/unknown-settings.ts'
import { createLogger } from '../../ops/logger.ts'
import { createShutdown, type Shutdown } from '../../ops/shutdown.ts'
import { settingsOf, type LoadedGoods } from '../../service/goods/load-goods.ts'
import { logLevelOf } from './say-ready.ts'
import { systemClock, systemMonotonic, systemRandom, systemTimers } from '../../ops/system.ts'
import type { Log, LogFields } from '../../shared/log.ts'
import { OperatorError } from '../../shared/operator-error.ts'

export const system = { clock: systemClock, monotonic: systemMonotonic, timers: systemTimers, random: systemRandom }

/** What the service writes is nobody else's: ledger, answers and secrets. */
const ownFilesOnly = 0o077

/** Runs until a signal ends the process; gives the exit code. `start` adds its closing steps to the shutdown. */
export function runProcess(
  { config, goods }: { readonly config: Config; readonly goods: Pick<LoadedGoods, 'lines'> },
  fields: LogFields,
  start: (running: { readonly log: Log; readonly shutdown: Shutdown }) => Promise<void>,
): Promise<number> {
  process.umask(ownFilesOnly)
  const { log: bare, flush } = createLogger({ level: logLevelOf(config), secrets: config.secrets, pretty: process.stderr.isTTY })
  const log = bare.child(fields)
  // The parent of workers has the same environment and says it once.
  if (fields['worker'] === undefined)
    for (const unknown of unknownSettings(processEnvironment(), settingsOf(goods))) log.warn({}, unknownSettingText(unknown))
  return new Promise<number>((resolve) => {
    const exit = (code: number) => {
      flush()
      resolve(code)
      // Nothing may keep the process running, such as clients that never disconnect or a chain that never answers.
      system.timers.after(500, () => process.exit(code))
    }
    const shutdown = createShutdown({ ...system, log, totalMs: config.shutdownSeconds * 1000, exit })
    shutdown.listen(process)
    start({ log, shutdown }).catch((error: unknown) => {
      // At a terminal the sentence below is enough for what only the operator can mend.
      const said = error instanceof OperatorError && process.stderr.isTTY
      if (!said) log.error(error instanceof OperatorError ? { reason: error.message } : { err: error }, 'the service could not start')
      process.stderr.write(`farthing: ${error instanceof Error ? error.message : 'the service could not start'}\n`)
      void shutdown.begin('failed to start', 1)
    })
  })
}
