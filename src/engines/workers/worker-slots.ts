import type { Cancel, Timers } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import { wordsOf } from './pool-words.ts'
import type { WorkerMetrics } from './worker-metrics.ts'
import { Unusable, type WorkerProcess } from './worker-process.ts'

/** The place of one worker, which gets another one when it ends. */
export interface WorkerSlot {
  readonly number: number
  worker: WorkerProcess | null
  /** Workers that ended unasked, one after the other. */
  failures: number
}

/** The workers' lives: their starts, their ends, and the pauses between. They know nothing of jobs. */
export interface WorkerSlots {
  readonly all: readonly WorkerSlot[]
  /** Slots whose worker has nothing to do. */
  readonly idle: WorkerSlot[]
  start(slot: WorkerSlot, reason: string): void
  /** Ends a worker without waiting for it, and starts another one. */
  replace(slot: WorkerSlot, why: string, reason: string): void
  /** The same after a pause, which doubles with each failure. */
  restartLater(slot: WorkerSlot, why: string): void
  /** Ends all workers for good. Resolves when they are gone. */
  end(why: string): Promise<void>
}

export interface WorkerSlotParts {
  readonly start: () => WorkerProcess
  readonly timers: Timers
  readonly log: Log
  readonly metrics: WorkerMetrics
  readonly kind: string
  /** A worker is ready for its first job. */
  ready(slot: WorkerSlot): void
  /** No worker can do its work, now and after another start. */
  giveUp(error: Unusable): void
}

const firstPauseMs = 250
const maxPauseMs = 30_000

export function createWorkerSlots(count: number, parts: WorkerSlotParts): WorkerSlots {
  const { timers, log, metrics, kind } = parts
  const all = Array.from({ length: count }, (_, number): WorkerSlot => ({ number, worker: null, failures: 0 }))
  const idle: WorkerSlot[] = []
  const ending = new Set<Promise<void>>()
  const pauses = new Set<Cancel>()
  let ended = false

  function drop(slot: WorkerSlot, reason: string): void {
    const { worker } = slot
    slot.worker = null
    if (!worker) return
    const end = worker.end(reason)
    ending.add(end)
    void end.finally(() => ending.delete(end))
  }

  const slots: WorkerSlots = {
    all,
    idle,
    start(slot, reason) {
      if (ended) return
      slot.worker = parts.start()
      metrics.started(reason)
      watch(slot, slot.worker, slots, parts)
    },
    replace(slot, why, reason) {
      drop(slot, why)
      slots.start(slot, reason)
    },
    restartLater(slot, why) {
      drop(slot, why)
      if (ended) return
      const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** slot.failures)
      slot.failures += 1
      log.error({ reason: why, pauseMs }, `a ${kind} worker ended and is started again`)
      const cancel = timers.after(pauseMs, () => {
        pauses.delete(cancel)
        slots.start(slot, 'crash')
      })
      pauses.add(cancel)
    },
    async end(why) {
      ended = true
      for (const cancel of pauses) cancel()
      for (const slot of all) drop(slot, why)
      await Promise.all(ending)
    },
  }
  return slots
}

/** Tells of a worker that is ready or can't be, and restarts one that ends while it has nothing to do. */
function watch(slot: WorkerSlot, worker: WorkerProcess, slots: WorkerSlots, parts: WorkerSlotParts): void {
  void worker.ready.then(
    () => {
      if (slot.worker === worker) parts.ready(slot)
    },
    (error: unknown) => {
      if (slot.worker !== worker) return
      if (error instanceof Unusable) parts.giveUp(error)
      else slots.restartLater(slot, wordsOf(error))
    },
  )
  void worker.ended.then((why) => {
    const at = slots.idle.indexOf(slot)
    if (slot.worker !== worker || at < 0) return
    slots.idle.splice(at, 1)
    slots.restartLater(slot, why)
  })
}
