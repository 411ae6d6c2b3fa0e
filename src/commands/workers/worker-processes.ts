import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import type { Timers } from '../../shared/clock.ts'
import type { Welcome } from '../../service/welcome-facts.ts'
import type { WorkerProcess } from './worker-slot.ts'
import { createQuestions, type FromWorker, type ToWorker } from './worker-messages.ts'

export interface ForkedWorker extends WorkerProcess {
  /** Its own figures in the Prometheus format; null when it does not answer. */
  measure(): Promise<string | null>
}

export interface WorkerProcessesParts {
  readonly timers: Timers
  /** Settings of this worker that differ from the parent's. */
  readonly settings: (worker: number) => Readonly<Record<string, string>>
  /** The data directory of the worker with this number. */
  readonly directory: (worker: number) => string
  /** Whether any worker takes calls. */
  readonly anyReady: () => boolean
  /** The figures of all workers, for a worker that was asked for them. */
  readonly measureAll: () => Promise<string>
  /** What a worker that is ready says of the service. */
  readonly welcomed: (welcome: Welcome) => void
}

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))
const measureMs = 1_000

/**
 * Starts workers that listen on one socket, which this process keeps open as long as one of them does. So a connection that waits
 * to be accepted when one worker ends is accepted by another. With one socket per worker (SO_REUSEPORT) the kernel would reset it.
 */
export function workerProcesses({
  timers,
  settings,
  directory,
  anyReady,
  measureAll,
  welcomed,
}: WorkerProcessesParts): (worker: number, replaces: number | null) => ForkedWorker {
  // The workers accept connections themselves. Handing over each connection costs this process several times what a call costs.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  return (number, replaces) => {
    cluster.setupPrimary({ exec: main, args: ['worker', String(number), ...(replaces === null ? [] : [directory(replaces)])] })
    const child = cluster.fork(settings(number))
    const questions = createQuestions(timers, measureMs)
    const say = (message: ToWorker) => void (child.isConnected() && child.send(message, () => {}))
    const waiting = Promise.withResolvers<void>()
    const ready = new Promise<void>((resolve) => {
      child.on('message', (message: FromWorker) => {
        switch (message.kind) {
          case 'ready':
            welcomed(message.welcome)
            return resolve()
          case 'waiting':
            if (!anyReady()) waiting.resolve()
            return say({ kind: 'answer-unready', question: message.question, text: anyReady() ? 'no' : 'yes' })
          case 'measured':
            return questions.answered(message.question, message.text)
          case 'measure-all':
            return void measureAll().then((text) => say({ kind: 'measured-all', question: message.question, text }))
        }
      })
    })
    const ended = new Promise<string>((resolve) => {
      child.on('exit', (code: number | null, signal: string | null) => resolve(signal || `code ${code}`))
      // The worker could not be started, or a message did not reach it because it has ended. An exit follows in both cases.
      child.on('error', (error: Error) => {
        if (child.process.pid === undefined) resolve(error.message)
      })
    })
    return {
      ready,
      waiting: waiting.promise,
      ended,
      retire: () => say({ kind: 'retire' }),
      end: () => void child.process.kill('SIGTERM'),
      kill: () => void child.process.kill('SIGKILL'),
      measure: () => questions.ask((question) => say({ kind: 'measure', question })),
    }
  }
}
