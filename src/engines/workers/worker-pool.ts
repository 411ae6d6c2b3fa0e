import type { Clock, Timers } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import { Problem } from '../../shared/problems.ts'
import { createQueuedJobs, type QueuedJob } from './queued-jobs.ts'
import type { Lane, TakenJob } from './lanes.ts'
import { closing, engineFailed, unavailable, waitedTooLong, wordsOf, type PoolWords } from './pool-words.ts'
import type { WorkerMetrics } from './worker-metrics.ts'
import { JobFailed, type Unusable, type WorkerProcess } from './worker-process.ts'
import { createWorkerSlots, type WorkerSlot, type WorkerSlots } from './worker-slots.ts'

export interface PoolSettings {
  readonly maxWorkers: number
  /** For one job. */
  readonly jobMs: number
  /** Resident memory of a worker after a job. */
  readonly maxResidentBytes: number
  readonly words: PoolWords
}

export interface PoolParts {
  readonly start: () => WorkerProcess
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly metrics: WorkerMetrics
}

/** Workers that each do one job at a time. */
export interface WorkerPool {
  /** @throws Problem */
  run(job: string, input: unknown, lane: Lane, signal: AbortSignal): Promise<unknown>
  /** Whether no worker works and none is likely to soon. */
  isDown(): boolean
  close(): Promise<void>
}

const failuresUntilDown = 3

export function createWorkerPool(settings: PoolSettings, parts: PoolParts): WorkerPool {
  const { words } = settings
  const orders = createQueuedJobs(() => waitedTooLong(words))
  const slots = createWorkerSlots(settings.maxWorkers, { ...parts, kind: words.kind, ready: release, giveUp })
  let unusable = false
  let closed = false

  /** No worker can do its work, so none is started again. */
  function giveUp(error: Unusable): void {
    unusable = true
    parts.log.error({ reason: error.message }, words.unusable)
    void slots.end('unusable')
    orders.refuseAll(() => unavailable(words))
  }

  function release(slot: WorkerSlot): void {
    slots.idle.push(slot)
    dispatch()
  }

  function dispatch(): void {
    while (slots.idle.length > 0) {
      const taken = orders.lanes.take()
      if (!taken) break
      const slot = slots.idle.pop()
      const { worker } = slot ?? {}
      if (slot && worker) void work(slot, worker, taken)
    }
    parts.metrics.waiting(orders.lanes)
  }

  async function work(slot: WorkerSlot, worker: WorkerProcess, taken: TakenJob<QueuedJob>): Promise<void> {
    const done = await doJob(worker, taken.item, settings, parts)
    orders.lanes.finish(taken, done.ms)
    settle(taken.item, done.outcome, words)
    if (isFitAfter(slot, worker, done, slots, settings, parts)) release(slot)
  }

  for (const slot of slots.all) slots.start(slot, 'start')

  return {
    run(job, input, lane, signal) {
      if (closed) return Promise.reject(closing())
      if (unusable) return Promise.reject(unavailable(words))
      const result = orders.add(job, input, lane, signal)
      dispatch()
      return result
    },
    isDown: () => unusable || closed || slots.all.every(({ failures }) => failures >= failuresUntilDown),
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

function settle(order: QueuedJob, outcome: JobOutcome, words: PoolWords): void {
  if (outcome.kind === 'done') order.settle(outcome)
  else order.settle({ problem: outcome.kind === 'problem' ? outcome.problem : engineFailed(words) })
}

/** Whether a worker may do the next job. One that may not is replaced: it ended, is worn out, or its memory has grown too much. */
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
      if (late) slots.replace(slot, 'its job took too long', 'deadline')
      else slots.restartLater(slot, wordsOf(outcome.error))
      return false
    }
  }
  slot.failures = 0
  const residentBytes = worker.residentBytes()
  metrics.memory(slot.number, residentBytes)
  if (worker.isWorn()) {
    slots.replace(slot, 'worn out', 'worn')
    return false
  }
  if (residentBytes <= maxResidentBytes) return true
  log.warn({ residentBytes }, `a ${words.kind} worker takes too much memory and is replaced`)
  slots.replace(slot, 'too much memory', 'memory')
  return false
}
