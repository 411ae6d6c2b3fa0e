import { parentPort } from 'node:worker_threads'
import { Problem } from '../../shared/problems.ts'
import type { FromThread, ToThread } from './thread-messages.ts'

/** Asks who ordered the job, such as for an answer from the network, and resolves with the reply. */
export type Ask = (about: unknown) => Promise<unknown>

/** Makes this thread one that does jobs for `thread.ts`. Jobs that wait for replies go on side by side. */
export function serveThread(work: (input: never, ask: Ask) => unknown): void {
  const questions = new Map<number, (reply: unknown) => void>()
  let last = 0
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
  const say = (message: FromThread) => parentPort?.postMessage(message)

  async function run(job: number, input: unknown): Promise<void> {
    const ask: Ask = (about) =>
      new Promise((resolve) => {
        const question = last++
        questions.set(question, resolve)
        say({ kind: 'ask', job, question, about })
      })
    try {
      say({ kind: 'done', job, result: await work(input as never, ask) })
    } catch (error) {
      say(failureOf(job, error))
    }
  }

  parentPort?.on('message', (message: ToThread) => {
    const { job } = message
    say({ kind: 'works', job })
    if (message.kind === 'run') void run(message.job, message.input)
    else {
      questions.get(message.question)?.(message.reply)
      questions.delete(message.question)
    }
    // What the message caused runs before this.
    setImmediate(() => say({ kind: 'waits', job }))
  })
}

function failureOf(job: number, error: unknown): FromThread {
  if (!(error instanceof Problem)) return { kind: 'failed', job, error: error instanceof Error ? error : new Error('no error was thrown') }
  const { cause: _, ...options } = error.options
  return { kind: 'problem', job, problem: error.kind, detail: error.message, options }
}
