import { hasPassed, type Cancel, type Clock, type Timers } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import type { Counter, Gauge, Metrics } from '../../shared/metrics.ts'

/** A process of the service, as its parent sees it. */
export interface WorkerProcess {
  /** Resolves when it takes calls; never if it ends before. */
  readonly ready: Promise<unknown>
  /** Resolves when it waits for the database and no worker takes calls: then it may take as long as the database does. */
  readonly waiting?: Promise<unknown>
  /** Resolves with how it ended: "code 0", "SIGKILL". */
  readonly ended: Promise<string>
  /** Tells it to accept no more connections, to finish what it has, and to end. */
  retire(): void
  /** Tells it to end in order. */
  end(): void
  kill(): void
}

export interface SupervisorParts<Worker extends WorkerProcess> {
  readonly workers: number
  /**
   * Starts the worker of this number, from 1 to one more than there are workers: the spare number is for the process that is to
   * replace another one. Two processes of one number never run at once. `replaces` is the number of the one that it is to replace.
   */
  readonly start: (worker: number, replaces: number | null) => Worker
  /** How long a worker may take until it is ready before it is killed. */
  readonly startMs: number
  /** How long a worker may take to end in order before it is killed. */
  readonly endMs: number
  /** Called when no worker runs, and one has failed to start too often. */
  readonly giveUp: (why: string) => void
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly metrics: Metrics
}

/** A place among the workers, and the processes that take it one after the other. */
export interface WorkerSlot<Worker> {
  /** The number of its process. It changes when the process is replaced. */
  number: number
  worker: Worker | null
  /** Null while it is not ready. */
  readyAt: number | null
  /** How many renewals had been asked for when its process was started. */
  renewal: number
  /** Unexpected ends in a row, and the failed starts among them. */
  ends: number
  failedStarts: number
  cancelRestart: Cancel
}

/** A process beside those of the slots: one that starts to replace another, or one that was replaced. */
export interface SpareWorker<Worker> {
  readonly number: number
  readonly worker: Worker
  /** Before it is ready it may not even listen for the signal, and has nothing to bring to an end. */
  readonly isStarting: boolean
  /** As that of a slot. */
  readonly renewal: number
}

/** What the functions of the supervisor share. */
export interface Supervision<Worker extends WorkerProcess> extends SupervisorParts<Worker> {
  readonly slots: readonly WorkerSlot<Worker>[]
  readonly spares: Set<SpareWorker<Worker>>
  readonly ends: Counter
  /** 1 while a renewal that was asked for can't be done. */
  readonly renewalFailed: Gauge
  renewalFails: boolean
  stopping: boolean
  /** How often a renewal was asked for. */
  renewals: number
  /** To be called when a worker became ready or ended. */
  onChange(): void
  until(condition: () => boolean): Promise<void>
}

/** Milliseconds of running after which an end counts as the first one again. */
const steadyMs = 60_000
const firstPauseMs = 500
const maxPauseMs = 30_000
const maxFailedStarts = 5

/** The pause before the next start, after so many ends in a row. */
export function pauseAfter(ends: number): number {
  return Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(ends - 1, 16))
}

export function newWorkerSlot<Worker>(number: number): WorkerSlot<Worker> {
  return { number, worker: null, readyAt: null, renewal: 0, ends: 0, failedStarts: 0, cancelRestart: () => {} }
}

export function isReady({ readyAt }: WorkerSlot<unknown>): boolean {
  return readyAt !== null
}

/** Starts a process for the slot, and the next one when it ends, until the supervisor stops. */
export function runWorker<Worker extends WorkerProcess>(supervision: Supervision<Worker>, slot: WorkerSlot<Worker>): void {
  slot.renewal = supervision.renewals
  const worker = supervision.start(slot.number, null)
  follow(supervision, slot, worker)
  void untilReady(supervision, slot.number, worker).then((how) => {
    if (how !== null || slot.worker !== worker) return
    slot.readyAt = supervision.clock.now()
    slot.failedStarts = 0
    supervision.onChange()
  })
}

/** Puts a process into the slot, and another one after it when it ends there. */
export function follow<Worker extends WorkerProcess>(supervision: Supervision<Worker>, slot: WorkerSlot<Worker>, worker: Worker): void {
  slot.worker = worker
  void worker.ended.then((how) => {
    if (slot.worker !== worker) return
    const { readyAt } = slot
    const { stopping } = supervision
    slot.worker = null
    slot.readyAt = null
    supervision.ends.add({ worker: String(slot.number), how: stopping ? 'renewed' : readyAt === null ? 'not-started' : 'crashed' })
    if (!stopping) restart(supervision, slot, { readyAt, how })
    supervision.onChange()
  })
}

/** Null when the worker is ready; how it ended when it never was. One that takes too long is killed. */
export async function untilReady<Worker extends WorkerProcess>(
  { timers, log, startMs }: Supervision<Worker>,
  number: number,
  worker: Worker,
): Promise<string | null> {
  // Without this a worker that hangs, such as on a secret that it can't use, would hold up every renewal after it.
  const cancelDeadline = timers.after(startMs, () => {
    log.error({ worker: number, afterMs: startMs }, 'worker was not ready in time: killed')
    worker.kill()
  })
  void worker.waiting?.then(cancelDeadline)
  const how = await Promise.race([worker.ready.then(() => null), worker.ended])
  cancelDeadline()
  if (how === null) log.info({ worker: number }, 'worker ready')
  return how
}

/** At once when it has been ready for long, then with growing pauses. */
function restart<Worker extends WorkerProcess>(
  supervision: Supervision<Worker>,
  slot: WorkerSlot<Worker>,
  { readyAt, how }: { readonly readyAt: number | null; readonly how: string },
): void {
  const { clock, timers, log, slots, giveUp } = supervision
  const wasSteady = readyAt !== null && hasPassed(readyAt, steadyMs, clock.now())
  slot.ends = wasSteady ? 1 : slot.ends + 1
  slot.failedStarts = readyAt === null ? slot.failedStarts + 1 : 0
  if (slot.failedStarts >= maxFailedStarts && !slots.some(isReady)) {
    const why = `worker ${slot.number} could not be started, ${slot.failedStarts} times in a row (${how})`
    log.error({ worker: slot.number, how, starts: slot.failedStarts }, 'no worker runs, and none can be started')
    return giveUp(why)
  }
  const pauseMs = readyAt !== null && slot.ends === 1 ? 0 : pauseAfter(slot.ends)
  log.error({ worker: slot.number, how, againMs: pauseMs }, readyAt === null ? 'worker did not start' : 'worker ended')
  slot.cancelRestart = timers.after(pauseMs, () => runWorker(supervision, slot))
}

/** Waits until the worker has ended, and kills it when that takes too long. Returns how it ended. */
export async function untilEnded<Worker extends WorkerProcess>(
  { timers, log, endMs }: Supervision<Worker>,
  number: number,
  worker: Worker,
): Promise<string> {
  const cancel = timers.after(endMs, () => {
    log.error({ worker: number, afterMs: endMs }, 'worker did not end in time: killed')
    worker.kill()
  })
  const how = await worker.ended
  cancel()
  return how
}
