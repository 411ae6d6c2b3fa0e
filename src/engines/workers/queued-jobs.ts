import { createLanes, type Lane, type Lanes } from './lanes.ts'
import type { Problem } from '../../shared/problems.ts'

/** A job that waits for a worker, or is done by one. */
export interface QueuedJob {
  readonly job: string
  readonly input: unknown
  settle(outcome: { readonly result: unknown } | { readonly problem: Problem }): void
}

/** The jobs that wait. */
export interface QueuedJobs {
  readonly lanes: Lanes<QueuedJob>
  /** Queues a job. Resolves with its result. @throws Problem the one that it was settled with */
  add(job: string, input: unknown, lane: Lane, signal: AbortSignal): Promise<unknown>
  /** Settles all that wait. */
  refuseAll(problem: () => Problem): void
}

/** @param gaveUp the problem of a job whose caller goes while it waits */
export function createQueuedJobs(gaveUp: () => Problem): QueuedJobs {
  const lanes = createLanes<QueuedJob>()
  return {
    lanes,
    add: (job, input, lane, signal) =>
      new Promise((resolve, reject) => {
        const abort = () => {
          if (lanes.remove(lane, order)) order.settle({ problem: gaveUp() })
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
        lanes.add(lane, order)
        if (signal.aborted) return abort()
        signal.addEventListener('abort', abort)
      }),
    refuseAll(problem) {
      for (const order of lanes.clear()) order.settle({ problem: problem() })
    },
  }
}
