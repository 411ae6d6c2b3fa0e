import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Problem } from '../../shared/problems.ts'
import type { JobOrder, WorkerMessage } from './worker-messages.ts'

/** What a worker needs can't be used, now and after another start. */
export class Unusable extends Error {
  override readonly name = 'Unusable'
}

/** The worker has ended before its work was done. The message says why, and nothing about a text. */
class WorkerEnded extends Error {
  override readonly name = 'WorkerEnded'
}

/** A job threw an error that is no `Problem`. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed'
}

/** One process with tools of its own, such as encoders. */
export interface WorkerProcess {
  /** Resolves when its tools are loaded. @throws Unusable, WorkerEnded */
  readonly ready: Promise<void>
  /** Resolves when the process has ended, with the reason. */
  readonly ended: Promise<string>
  /** Its resident memory after the last job. */
  residentBytes(): number
  /** Whether its last job asked that it be replaced. */
  isWorn(): boolean
  /** Does one job; the next one may come when it is done. @throws Problem, JobFailed, WorkerEnded */
  run(job: string, input: unknown): Promise<unknown>
  /** Kills it. */
  end(reason: string): Promise<void>
}

interface Waiting {
  readonly id: number
  resolve(result: unknown): void
  reject(error: Error): void
}

/** @param args the arguments of the module `entry` */
export function startWorkerProcess(entry: URL, args: readonly string[], maxHeapMb: number): WorkerProcess {
  const child = fork(fileURLToPath(entry), args, {
    // It needs no secret of ours.
    env: {},
    // In a group of its own: Ctrl-C reaches all of a terminal's group, and would end a worker that is still being loaded.
    detached: true,
    execArgv: [`--max-old-space-size=${maxHeapMb}`, '--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let waiting: Waiting | null = null
  let ended: string | null = null
  let lastId = 0
  let residentBytes = 0
  let isWorn = false
  const { promise: ready, resolve: begin, reject: fail } = Promise.withResolvers<void>()
  ready.catch(() => {})
  const { promise: end, resolve: tellEnd } = Promise.withResolvers<string>()

  function finish(reason: string): void {
    ended ??= reason
    fail(new WorkerEnded(ended))
    waiting?.reject(new WorkerEnded(ended))
    waiting = null
    tellEnd(ended)
  }

  function hear(message: WorkerMessage): void {
    if (message.kind === 'ready') return begin()
    if (message.kind === 'unusable') return fail(new Unusable(message.reason))
    if (waiting?.id !== message.id) return
    const { resolve, reject } = waiting
    waiting = null
    if (message.kind === 'problem') return reject(new Problem(message.problem, message.detail, message.options))
    if (message.kind === 'failed') return reject(new JobFailed(message.error))
    residentBytes = message.residentBytes
    isWorn = message.isWorn
    resolve(message.result)
  }

  child.on('message', (message) => hear(message as WorkerMessage))
  child.on('error', () => finish('it could not be started or reached'))
  child.on('exit', (code, signal) => finish(signal === null ? `exit code ${code}` : signal))

  return {
    ready,
    ended: end,
    residentBytes: () => residentBytes,
    isWorn: () => isWorn,
    run(job, input) {
      if (ended !== null) return Promise.reject(new WorkerEnded(ended))
      return new Promise((resolve, reject) => {
        lastId += 1
        waiting = { id: lastId, resolve, reject }
        const order: JobOrder = { id: lastId, job, input }
        child.send(order, (error) => {
          if (error) void child.kill('SIGKILL')
        })
      })
    },
    async end(reason) {
      ended ??= reason
      // Computing in native code, it would hear no gentler signal.
      child.kill('SIGKILL')
      await end
    },
  }
}
