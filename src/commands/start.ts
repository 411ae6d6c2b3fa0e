import { loadConfig } from '../config/config.ts'
import type { OpenSandbox } from './opened-sandbox.ts'
import { runService } from './run-service.ts'
import { runWorkers } from './run-workers.ts'

/** `farthing start`: runs until a signal ends it; gives the exit code. */
export async function startCommand(args: readonly string[], openSandbox: OpenSandbox): Promise<number> {
  if (args.length > 0) {
    process.stderr.write('farthing start takes no arguments: settings come from the environment, see farthing --settings\n')
    return 2
  }
  const config = loadConfig()
  return config.workers > 1 ? runWorkers(config, openSandbox) : runService(config, openSandbox, null)
}
