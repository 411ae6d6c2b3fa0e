import { loadConfig } from '../config/config.ts'
import type { OpenSandbox } from './opened-sandbox.ts'
import { linkToParent } from './parent-link.ts'
import { system } from './run-process.ts'
import { runService } from './run-service.ts'

/** `farthing worker <number>`: started by `farthing start` with WORKERS above 1, never by a person. Gives the exit code. */
export async function workerCommand(args: readonly string[], openSandbox: OpenSandbox): Promise<number> {
  const number = Number(args[0])
  if (!process.connected || !Number.isInteger(number) || number < 1) {
    process.stderr.write('farthing worker is for farthing start, which starts it where WORKERS is above 1\n')
    return 2
  }
  return runService(loadConfig(), openSandbox, linkToParent(number, system.timers))
}
