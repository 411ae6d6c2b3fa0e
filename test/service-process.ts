import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { installedPackage } from './packed-service.ts'
import { databaseFor } from './test-database.ts'

/** `farthing start` as a process of its own. */
export interface ServiceProcess {
  readonly url: string
  readonly child: ChildProcess
  /** The signal that ended it; null when it ended in order. */
  readonly ended: Promise<NodeJS.Signals | null>
  stop(): Promise<void>
}

/** The sources, unless TEST_PACKAGE names an installed package (`packed-service.ts`). */
const tested = installedPackage === null ? 'src/main.ts' : join(installedPackage, 'bin/farthing')

/**
 * Starts the service of a source tree, or another program, and waits until it is ready. Its ledger belongs to its data directory.
 * @param heard gets each line of its log, which otherwise goes to that of the test
 */
export async function startProcess(
  env: Readonly<Record<string, string>> & { readonly DATA_DIR: string },
  directory = process.cwd(),
  program = tested,
  node = process.execPath,
  heard?: (line: string) => void,
): Promise<ServiceProcess> {
  const ledger = env['DATABASE_URL'] === undefined ? await databaseFor(env.DATA_DIR) : {}
  const child = spawn(node, [program, 'start'], {
    cwd: directory,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: '0',
      LOG_LEVEL: 'error',
      // No load balancer has to notice the shutdown.
      DRAIN_SECONDS: '0',
      // On a busy machine the nodes of a sandbox may take long, and their networks must be in the terms all the same; and so may calls.
      NODE_ANSWER_MS: '10000',
      ANSWER_WITHIN_SECONDS: '120',
      // Few tests need an engine, and the trials of all take some seconds of CPU.
      ENGINE_TRIALS: 'call',
      ...ledger,
      ...env,
    },
    stdio: ['ignore', 'pipe', heard ? 'pipe' : 'inherit'],
  }) as ChildProcessByStdio<null, Readable, Readable | null>
  if (heard && child.stderr) createInterface({ input: child.stderr }).on('line', heard)
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once('exit', (_, signal) => resolve(signal))
  })
  const url = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const ready = /ready on (http:\S+)/.exec(text)
      if (ready) resolve(ready[1]!)
    })
    child.once('exit', () => reject(new Error(`the service ended before it was ready: ${text}`)))
  })
  return {
    url,
    child,
    ended,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
