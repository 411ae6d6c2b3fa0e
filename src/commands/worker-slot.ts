import { hasPassed, type Cancel, type Clock, type Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Counter, Metrics } from '../shared/metrics.ts'

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
  /** Starts the worker of this number, from 1 on. Two processes of one number never run at once. */
  readonly start: (worker: number) => Worker
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

/** The worker of one number, and the processes that take its place one after the other. */
export interface WorkerSlot<Worker> {
  readonly number: number
  worker: Worker | null
  /** Null while it is not ready. */
  readyAt: number | null
  retiring: boolean
  /** Unexpected ends in a row, and the failed starts among them. */
  ends: number
  failedStarts: number
  cancelRestart: Cancel
}

/** What the functions of the supervisor share. */
export interface Supervision<Worker extends WorkerProcess> extends SupervisorParts<Worker> {
  readonly slots: readonly WorkerSlot<Worker>[]
  readonly ends: Counter
  stopping: boolean
  /** To be called when a worker became ready or ended. */
  onChange(): void
  until(condition: () => boolean): Promise<void>
}

/** After so long an end counts as the first one again. */
const steadyMs = 60_000
const firstPauseMs = 500
const maxPauseMs = 30_000
const maxFailedStarts = 5

export function newWorkerSlot<Worker>(number: number): WorkerSlot<Worker> {
  return { number, worker: null, readyAt: null, retiring: false, ends: 0, failedStarts: 0, cancelRestart: () => {} }
}

export function isReady({ readyAt }: WorkerSlot<unknown>): boolean {
  return readyAt !== null
}

/** Starts a process for the slot, and the next one when it ends, until the supervisor stops. */
export function runWorker<Worker extends WorkerProcess>(supervision: Supervision<Worker>, slot: WorkerSlot<Worker>): void {
  const { clock, timers, log, ends, onChange, startMs } = supervision
  const worker = supervision.start(slot.number)
  slot.worker = worker
  // Without this a worker that hangs, such as on a secret that it can't use, would hold up every renewal after it.
  const cancelDeadline = timers.after(startMs, () => {
    log.error({ worker: slot.number, afterMs: startMs }, 'worker was not ready in time: killed')
    worker.kill()
  })
  void worker.waiting?.then(cancelDeadline)
  void worker.ready.then(() => {
    if (slot.worker !== worker) return
    cancelDeadline()
    slot.readyAt = clock.now()
    slot.failedStarts = 0
    log.info({ worker: slot.number }, 'worker ready')
    onChange()
  })
  void worker.ended.then((how) => {
    cancelDeadline()
    const { readyAt, retiring } = slot
    const { stopping } = supervision
    slot.worker = null
    slot.readyAt = null
    slot.retiring = false
    ends.add({ worker: String(slot.number), how: retiring || stopping ? 'renewed' : readyAt === null ? 'not-started' : 'crashed' })
    if (!stopping && retiring) runWorker(supervision, slot)
    else if (!stopping) restart(supervision, slot, { readyAt, how })
    onChange()
  })
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
  const pauseMs = readyAt !== null && slot.ends === 1 ? 0 : Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(slot.ends - 1, 16))
  log.error({ worker: slot.number, how, againMs: pauseMs }, readyAt === null ? 'worker did not start' : 'worker ended')
  slot.cancelRestart = timers.after(pauseMs, () => runWorker(supervision, slot))
}

/** Waits until the worker has ended, and kills it when that takes too long. Gives how it ended. */
export async function untilEnded<Worker extends WorkerProcess>(
  { timers, log, endMs }: Supervision<Worker>,
  slot: WorkerSlot<Worker>,
  worker: Worker,
): Promise<string> {
  const cancel = timers.after(endMs, () => {
    log.error({ worker: slot.number, afterMs: endMs }, 'worker did not end in time: killed')
    worker.kill()
  })
  const how = await worker.ended
  cancel()
  return how
}
