import { ConfigError, loadConfig, type Config } from '../config/config.ts'
import { unknownSettings, unknownSettingText } from '../config/unknown-settings.ts'
import { readGoods } from './read-goods.ts'
import type { Entrances } from './entrances.ts'
import { runService } from './run-service.ts'
import { runWorkers } from './run-workers.ts'

/** `farthing start`: runs until a signal ends it; gives the exit code. */
export async function startCommand(
  args: readonly string[],
  { openSandbox, ...lines }: Pick<Entrances, 'openSandbox' | 'ownLines' | 'lineOfFile'>,
): Promise<number> {
  if (args.length > 0) {
    process.stderr.write(
      'farthing start takes no other arguments than --env-file <file>: settings come from the environment and from that file, see farthing --settings\n',
    )
    return 2
  }
  const { config, goods } = await readGoods(readConfig(), lines)
  return config.workers > 1 ? runWorkers(config, goods, openSandbox) : runService(config, goods, openSandbox, null)
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
