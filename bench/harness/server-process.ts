import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { OfferCall, Turns, Usage } from './served.ts'

/** A server in its own process. */
export interface ServerProcess {
  readonly port: number
  usage(options?: { readonly collectGarbage: boolean }): Promise<Usage>
  /** Watches the turns of its event loop from now on. */
  watchTurns(): Promise<void>
  turns(): Promise<Turns>
  stop(): Promise<void>
}

/** The folder for CPU profiles of the servers; without it none are written. */
const profileDirectory = process.env['BENCH_PROFILE']

/** Starts `bench/servers/<name>.ts` with some input and waits until it listens. */
export async function startServer(name: string, input: unknown): Promise<ServerProcess> {
  const profile = profileDirectory === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDirectory}`]
  const child = fork(fileURLToPath(new URL(`../servers/${name}.ts`, import.meta.url)), [JSON.stringify(input)], {
    execArgv: ['--disable-warning=ExperimentalWarning', '--expose-gc', ...profile],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const { port } = await message<{ port: number }>(child, name)

  async function ask<T>(question: OfferCall): Promise<T> {
    const answered = message<{ answer: T }>(child, name)
    child.send(question)
    return (await answered).answer
  }
  return {
    port,
    usage: ({ collectGarbage } = { collectGarbage: false }) => ask<Usage>(collectGarbage ? 'usage after collecting garbage' : 'usage'),
    watchTurns: async () => void (await ask('watch turns')),
    turns: () => ask<Turns>('turns'),
    async stop() {
      if (child.exitCode === null && child.connected) child.disconnect()
      await ended
    },
  }
}

function message<T>(child: ChildProcess, name: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error(`the server ${name} ended`))
    child.once('exit', gone)
    child.once('message', (text) => {
      child.off('exit', gone)
      resolve(text as T)
    })
  })
}
