import { spawn } from 'node:child_process'
import type { FailPointName } from '../../src/shared/fail-point.ts'
import type { DemoPlace } from './demo-service.ts'

export interface DoomedService {
  /** The signal that ended it; null when it ended by itself. */
  readonly ended: Promise<NodeJS.Signals | null>
  /** For a demo that breaks off. */
  kill(): void
}

/** The same service as a process of its own, which kills itself at that moment of its first payment, as a power cut would. */
export async function startDoomedService(
  { sandbox, directory }: DemoPlace,
  { port, at }: { readonly port: number; readonly at: FailPointName },
): Promise<DoomedService> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', process.argv[1]!, 'start'], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: directory,
      SANDBOX_WORLD: sandbox.file,
      SANDBOX_KILL_AT: at,
      LOG_LEVEL: 'error',
      TEXT_TOOLS: 'off',
      BROWSER: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_, signal) => resolve(signal)))
  await new Promise<void>((resolve, reject) => {
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      if (printed.includes('"event":"ready"')) resolve()
    })
    void ended.then(() => reject(new Error('the service to be killed ended before it was ready')))
  })
  return { ended, kill: () => void child.kill('SIGKILL') }
}
