import { ConfigError, loadConfig, type Config } from '../config/config.ts'
import { unknownSettings, unknownSettingText } from '../config/unknown-settings.ts'
import { readGoods } from './start/read-goods.ts'
import { processIo } from './define/command-io.ts'
import { defineCommand } from './define/define-command.ts'
import type { Entrances } from './entrances.ts'

const command = defineCommand({
  name: 'start',
  forms: [['', 'runs the service']],
  options: {},
  notes: `Without MODE=live it is a sandbox: local chains, play money and stand-ins for the sources of data. Settings come from the environment, and
    from --env-file <file>; farthing --settings prints each setting with its default. It ends in order on SIGTERM and SIGINT: no new calls, the
    open ones are answered, payments are settled.`,
})

/** `farthing start`: runs until a signal ends it; gives the exit code. */
export function startCommand(
  args: readonly string[],
  { openSandbox, ...lines }: Pick<Entrances, 'openSandbox' | 'ownLines' | 'lineOfFile'>,
): Promise<number> {
  return command.run(args, processIo(), async () => {
    const { config, goods } = await readGoods(readConfig(), lines)
    // Loaded only now, so that the help of this command comes at once.
    if (config.workers > 1) return (await import('./workers/run-workers.ts')).runWorkers(config, goods, openSandbox)
    return (await import('./start/run-service.ts')).runService(config, goods, openSandbox, null)
  })
}

/** @throws ConfigError, which names misspelt settings too: what is missing is often there under another name */
function readConfig(): Config {
  try {
    return loadConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new ConfigError([...error.errors, ...unknownSettings().map(unknownSettingText)])
  }
}
