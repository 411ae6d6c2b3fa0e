import { loadConfig, type Config } from '../config/config.ts'
import { readGoods } from './start/read-goods.ts'
import { linkToParent } from './workers/parent-link.ts'
import type { Entrances } from './entrances.ts'
import { system } from './start/run-process.ts'
import { runService } from './start/run-service.ts'

/** `farthing worker <number> [<data directory of the worker that it is to replace>]`: started by `farthing start` with WORKERS above 1, never by a person. Returns the exit code. */
export async function workerCommand(
  args: readonly string[],
  { openSandbox, ...lines }: Pick<Entrances, 'openSandbox' | 'ownLines' | 'lineOfFile'>,
): Promise<number> {
  const number = Number(args[0])
  if (!process.connected || !Number.isInteger(number) || number < 1) {
    process.stderr.write('farthing worker is for farthing start, which starts it where WORKERS is above 1\n')
    return 2
  }
  const { config, goods } = await readGoods(readConfig(), lines)
  return runService(config, goods, openSandbox, linkToParent(number, args[1] ?? null, system.timers))
}

/** @throws ConfigError; then this process can end, which the open channel to its parent would prevent. */
function readConfig(): Config {
  try {
    return loadConfig()
  } catch (error) {
    process.disconnect()
    throw error
  }
}
