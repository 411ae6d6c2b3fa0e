import type { Caller } from '../../shared/caller.ts'
import type { Clock, Timers } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import type { TakenItem } from '../../shared/fair-queue.ts'
import { Problem } from '../../shared/problems.ts'
import { createQueuedJobs, type QueuedJob } from './queued-jobs.ts'
import { closing, engineFailed, unavailable, waitedTooLong, wordsOf, type PoolMessages } from './pool-messages.ts'
import type { WorkerMetrics } from './worker-metrics.ts'
import { JobFailed, type WorkerProcess } from './worker-process.ts'
import { createWorkerSlots, type WorkerSlot, type WorkerSlots } from './worker-slots.ts'

export interface PoolSettings {
  readonly maxWorkers: number
  /** For one job. */
  readonly jobMs: number
  /** Resident memory of a worker after a job. */
  readonly maxResidentBytes: number
  /** After which a worker without a job ends. */
  readonly idleMs: number
  readonly words: PoolMessages
}

export interface PoolParts {
  readonly start: () => WorkerProcess
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly metrics: WorkerMetrics
  /** No worker does its work: what it needs can't be used, or one after the other has ended. */
  readonly broken: (error: unknown) => void
}

/** Workers that each do one job at a time. They are started when jobs wait for them, and end when none has for a while. */
export interface WorkerPool {
  /** @throws Problem */
  run(job: string, input: unknown, caller: Caller, signal: AbortSignal): Promise<unknown>
  close(): Promise<void>
}

/** Workers that end during a job, one after the other: then it is not the fault of the jobs. */
const crashesUntilBroken = 3

export function createWorkerPool(settings: PoolSettings, parts: PoolParts): WorkerPool {
  const { words } = settings
  const orders = createQueuedJobs(settings.maxWorkers, () => waitedTooLong(words))
  const slots = createWorkerSlots(settings.maxWorkers, settings.idleMs, {
    ...parts,
    kind: words.kind,
    ready: dispatch,
    unstarted: breakDown,
  })
  let crashes = 0
  let closed = false

  /** No job is left waiting for a worker that does not come. */
  function breakDown(error: unknown): void {
    if (closed) return
    parts.broken(error)
    orders.refuseAll(() => unavailable(words))
  }

  function dispatch(): void {
    while (orders.queue.size > 0) {
      const free = slots.take()
      if (!free) {
        slots.start(orders.queue.size)
        break
      }
      const taken = orders.queue.take()
      if (!taken) {
        // Those that wait have as many at work as they may have.
        slots.rest(free.slot)
        break
      }
      void work(free.slot, free.worker, taken)
    }
    parts.metrics.waiting(orders.queue)
  }

  async function work(slot: WorkerSlot, worker: WorkerProcess, taken: TakenItem<QueuedJob>): Promise<void> {
    const done = await doJob(worker, taken.item, settings, parts)
    orders.queue.finish(taken, done.ms)
    if (isFitAfter(slot, worker, done, slots, settings, parts)) slots.rest(slot)
    crashes = slot.state === 'pausing' ? crashes + 1 : 0
    // Before the caller is answered, so that nothing is sold in between.
    if (crashes >= crashesUntilBroken && done.outcome.kind === 'failed') breakDown(done.outcome.error)
    settle(taken.item, done.outcome, words)
    dispatch()
  }

  return {
    run(job, input, caller, signal) {
      if (closed) return Promise.reject(closing())
      const result = orders.add(job, input, caller, signal)
      dispatch()
      return result
    },
    async close() {
      closed = true
      orders.refuseAll(closing)
      await slots.end('the service is closing')
    },
  }
}

type JobOutcome =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'problem'; readonly problem: Problem }
  | { readonly kind: 'failed'; readonly error: unknown }

interface DoneJob {
  readonly job: string
  readonly outcome: JobOutcome
  readonly ms: number
  /** Its worker was ended because it took too long. */
  readonly late: boolean
}

async function doJob(worker: WorkerProcess, { job, input }: QueuedJob, { jobMs }: PoolSettings, parts: PoolParts): Promise<DoneJob> {
  const { clock, timers, metrics } = parts
  const from = clock.now()
  let late = false
  const cancel = timers.after(jobMs, () => {
    late = true
    void worker.end(`a job took longer than ${jobMs} ms`)
  })
  const outcome = await outcomeOf(worker.run(job, input))
  cancel()
  const ms = clock.now() - from
  metrics.ended(job, outcome.kind, ms)
  return { job, outcome, ms, late }
}

function outcomeOf(run: Promise<unknown>): Promise<JobOutcome> {
  return run.then(
    (result) => ({ kind: 'done', result }),
    (error: unknown) => (error instanceof Problem ? { kind: 'problem', problem: error } : { kind: 'failed', error }),
  )
}

function settle(order: QueuedJob, outcome: JobOutcome, words: PoolMessages): void {
  if (outcome.kind === 'done') order.settle(outcome)
  else order.settle({ problem: outcome.kind === 'problem' ? outcome.problem : engineFailed(words) })
}

/** Whether a worker may do the next job. One that may not is ended: it ended already, is worn out, or its memory has grown too much. */
function isFitAfter(
  slot: WorkerSlot,
  worker: WorkerProcess,
  { job, outcome, ms, late }: DoneJob,
  slots: WorkerSlots,
  { maxResidentBytes, words }: PoolSettings,
  { log, metrics }: PoolParts,
): boolean {
  if (outcome.kind === 'failed') {
    log.error({ job, ms, reason: wordsOf(outcome.error) }, `a job of a ${words.kind} worker failed`)
    if (!(outcome.error instanceof JobFailed)) {
      if (late) slots.drop(slot, 'its job took too long', 'deadline')
      else slots.pause(slot, wordsOf(outcome.error))
      return false
    }
  }
  slot.failures = 0
  const residentBytes = worker.residentBytes()
  metrics.memory(slot.number, residentBytes)
  if (worker.isWorn()) {
    slots.drop(slot, 'worn out', 'worn')
    return false
  }
  if (residentBytes <= maxResidentBytes) return true
  log.warn({ residentBytes }, `a ${words.kind} worker takes too much memory and is replaced`)
  slots.drop(slot, 'too much memory', 'memory')
  return false
}
