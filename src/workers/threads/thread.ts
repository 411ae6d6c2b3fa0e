import { Worker } from 'node:worker_threads'
import { Problem } from '../../shared/problems.ts'
import type { FromThread, ToThread } from './thread-messages.ts'

/** The thread ended before a job was done, because of another job or of a fault. The job may be done again. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded'
}

export interface ThreadJob {
  readonly input: unknown
  /** The job's time: where it is over while the thread works on this job, the thread is ended, and the next job starts another one. */
  readonly signal?: AbortSignal
  /** Answers what the job asks. It never rejects. */
  readonly answer?: (about: unknown) => Promise<unknown>
}

/** A thread for work on what outsiders wrote, so that it never holds the event loop of the service. */
export interface Thread {
  /** @throws Problem what the job throws; ThreadEnded; the reason of the signal */
  run(job: ThreadJob): Promise<unknown>
  /** The number of the job that it works on, counted from 0; null while it works on none. */
  worksOn(): number | null
  /** Jobs that are not done. */
  waiting(): number
}

interface RunningJob extends ThreadJob {
  settle(outcome: { readonly result: unknown } | { readonly error: unknown }): void
}

/** Starts its thread with the first job. The thread keeps no process alive. @param entry a module that calls `serveThread` */
export function createThread(entry: URL, maxHeapMb: number): Thread {
  const jobs = new Map<number, RunningJob>()
  /** The job that the thread works on. */
  let working: number | null = null
  let worker: Worker | null = null
  let last = 0

  function tell(message: ToThread): void {
    worker ??= start()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
    worker.postMessage(message)
  }

  function settle(id: number, outcome: Parameters<RunningJob['settle']>[0]): void {
    jobs.get(id)?.settle(outcome)
    jobs.delete(id)
  }

  async function reply(from: Worker, { job, question, about }: Extract<FromThread, { kind: 'ask' }>): Promise<void> {
    const given = await jobs.get(job)?.answer?.(about)
    // Also where the job's time is over, so that it ends.
    if (worker === from) tell({ kind: 'reply', job, question, reply: given })
  }

  function hear(from: Worker, message: FromThread): void {
    if (worker !== from) return
    if (message.kind === 'works') working = message.job
    else if (message.kind === 'waits') working = working === message.job ? null : working
    else if (message.kind === 'ask') void reply(from, message)
    else if (message.kind === 'done') settle(message.job, { result: message.result })
    else if (message.kind === 'failed') settle(message.job, { error: message.error })
    else if (message.kind === 'problem') settle(message.job, { error: new Problem(message.problem, message.detail, message.options) })
  }

  function end(ended: Worker, why: string): void {
    if (worker !== ended) return
    worker = null
    working = null
    void ended.terminate()
    for (const id of jobs.keys()) settle(id, { error: new ThreadEnded(why) })
  }

  function start(): Worker {
    const started = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } })
    started.unref()
    started.on('message', (message: FromThread) => hear(started, message))
    started.on('error', (error) => end(started, `it failed: ${error.name}`))
    started.on('exit', () => end(started, 'it exited'))
    return started
  }

  return {
    worksOn: () => working,
    waiting: () => jobs.size,
    run: (job) =>
      new Promise((resolve, reject) => {
        const { signal } = job
        if (signal?.aborted) return reject(signal.reason)
        const id = last++
        const giveUp = () => {
          settle(id, { error: signal?.reason })
          if (working === id && worker) end(worker, 'a job took too long')
        }
        signal?.addEventListener('abort', giveUp, { once: true })
        jobs.set(id, {
          ...job,
          settle(outcome) {
            signal?.removeEventListener('abort', giveUp)
            if ('result' in outcome) resolve(outcome.result)
            else reject(outcome.error)
          },
        })
        tell({ kind: 'run', job: id, input: job.input })
      }),
  }
}
