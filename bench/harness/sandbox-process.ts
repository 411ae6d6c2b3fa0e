import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { attachWorld, type World } from '../../sandbox/world.ts'
import { temporaryDirectory } from './temporary-directory.ts'

export interface SandboxProcess {
  readonly world: World
  stop(): Promise<void>
}

/** The sandbox's chains and simulated upstreams in their own process, so that they don't use another process's event loop. */
export async function startSandbox(blockMs: number): Promise<SandboxProcess> {
  const directory = temporaryDirectory()
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../../src/main.ts'), 'sandbox'],
    {
      env: { ...process.env, SANDBOX_DIR: directory.path, SANDBOX_BLOCK_MS: String(blockMs), LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const file = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
      const named = /SANDBOX_WORLD=(\S+)/.exec(said)?.[1]
      if (named !== undefined) resolve(named)
    })
    child.once('exit', () => reject(new Error('the sandbox ended before it was ready')))
  })
  return {
    world: await attachWorld(file),
    async stop() {
      child.kill('SIGTERM')
      await ended
      directory[Symbol.dispose]()
    },
  }
}
