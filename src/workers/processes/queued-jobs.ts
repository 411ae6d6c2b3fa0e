import type { Caller } from '../../shared/caller.ts'
import { createFairQueue, type FairQueue } from '../../shared/fair-queue.ts'
import type { Problem } from '../../shared/problems.ts'

/** A job that waits for a worker, or is done by one. */
export interface QueuedJob {
  readonly job: string
  readonly input: unknown
  settle(outcome: { readonly result: unknown } | { readonly problem: Problem }): void
}

/** The jobs that wait. */
export interface QueuedJobs {
  readonly queue: FairQueue<QueuedJob>
  /** Queues a job. Resolves with its result. @throws Problem the one that it was settled with */
  add(job: string, input: unknown, caller: Caller, signal: AbortSignal): Promise<unknown>
  /** Settles all that wait. */
  refuseAll(problem: () => Problem): void
}

/** @param gaveUp the problem of a job whose caller goes while it waits */
export function createQueuedJobs(workers: number, gaveUp: () => Problem): QueuedJobs {
  const queue = createFairQueue<QueuedJob>(workers)
  return {
    queue,
    add: (job, input, caller, signal) =>
      new Promise((resolve, reject) => {
        const abort = () => {
          if (queue.remove(caller, order)) order.settle({ problem: gaveUp() })
        }
        const order: QueuedJob = {
          job,
          input,
          settle(outcome) {
            signal.removeEventListener('abort', abort)
            if ('result' in outcome) resolve(outcome.result)
            else reject(outcome.problem)
          },
        }
        queue.add(caller, order)
        if (signal.aborted) return abort()
        signal.addEventListener('abort', abort)
      }),
    refuseAll(problem) {
      for (const order of queue.clear()) order.settle({ problem: problem() })
    },
  }
}
