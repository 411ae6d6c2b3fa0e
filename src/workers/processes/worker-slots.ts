import type { Cancel, Timers } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import { wordsOf } from './pool-messages.ts'
import type { WorkerMetrics } from './worker-metrics.ts'
import { Unusable, type WorkerProcess } from './worker-process.ts'

/** The place of one worker, which is started when a job waits for it, and ends when none has for a while. */
export interface WorkerSlot {
  readonly number: number
  worker: WorkerProcess | null
  state: 'empty' | 'starting' | 'idle' | 'working' | 'pausing'
  /** Workers that ended unasked, one after the other. */
  failures: number
  /** Why it has no worker now: the reason of its next start. */
  lastEnd: string
}

/** The workers' lives: their starts, their ends, and the pauses between. They know nothing of jobs. */
export interface WorkerSlots {
  readonly all: readonly WorkerSlot[]
  /** Starts workers until so many are starting, as far as there are empty slots. */
  start(wanted: number): void
  /** The worker that had nothing to do for the shortest time; null where all are busy. */
  take(): { readonly slot: WorkerSlot; readonly worker: WorkerProcess } | null
  /** A worker is ready for a job. Unless it gets one it ends after a while. */
  rest(slot: WorkerSlot): void
  /** Ends a worker without waiting for it. The next job may start another one. */
  drop(slot: WorkerSlot, why: string, reason: string): void
  /** The same for one that ended unasked: another one is started after a pause, which doubles with each failure. */
  pause(slot: WorkerSlot, why: string): void
  /** Ends all workers for good. Resolves when they are gone. */
  end(why: string): Promise<void>
}

export interface WorkerSlotParts {
  readonly start: () => WorkerProcess
  readonly timers: Timers
  readonly log: Log
  readonly metrics: WorkerMetrics
  readonly kind: string
  /** A worker is ready for its first job, or a slot is empty again after its pause. */
  ready(): void
  /** A worker could not be started. */
  unstarted(error: unknown): void
}

const firstPauseMs = 250
const maxPauseMs = 30_000

/** @param idleMs after which a worker without a job ends */
export function createWorkerSlots(count: number, idleMs: number, parts: WorkerSlotParts): WorkerSlots {
  const { timers, log, metrics, kind } = parts
  const all = Array.from({ length: count }, (_, number): WorkerSlot => ({
    number,
    worker: null,
    state: 'empty',
    failures: 0,
    lastEnd: 'call',
  }))
  /** Slots whose worker has nothing to do, the one that worked last at the end. */
  const idle: { readonly slot: WorkerSlot; readonly cancel: Cancel }[] = []
  const ending = new Set<Promise<void>>()
  const pauses = new Set<Cancel>()
  let ended = false

  function leaveIdle(slot: WorkerSlot): void {
    const at = idle.findIndex((one) => one.slot === slot)
    if (at >= 0) for (const { cancel } of idle.splice(at, 1)) cancel()
  }

  function startIn(slot: WorkerSlot): void {
    const worker = parts.start()
    slot.worker = worker
    slot.state = 'starting'
    metrics.started(slot.lastEnd)
    watch(slot, worker, slots, parts)
  }

  const slots: WorkerSlots = {
    all,
    start(wanted) {
      if (ended) return
      const starting = all.filter(({ state }) => state === 'starting').length
      for (const slot of all.filter(({ state }) => state === 'empty').slice(0, Math.max(0, wanted - starting))) startIn(slot)
    },
    take() {
      const { slot } = idle.at(-1) ?? {}
      if (!slot?.worker) return null
      leaveIdle(slot)
      slot.state = 'working'
      return { slot, worker: slot.worker }
    },
    rest(slot) {
      slot.state = 'idle'
      idle.push({ slot, cancel: timers.after(idleMs, () => slots.drop(slot, 'it had nothing to do', 'idle')) })
    },
    drop(slot, why, reason) {
      leaveIdle(slot)
      const { worker } = slot
      slot.worker = null
      slot.state = 'empty'
      slot.lastEnd = reason
      if (!worker) return
      const end = worker.end(why)
      ending.add(end)
      void end.finally(() => ending.delete(end))
    },
    pause(slot, why) {
      slots.drop(slot, why, 'crash')
      if (ended) return
      const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** slot.failures)
      slot.failures += 1
      slot.state = 'pausing'
      log.error({ reason: why, pauseMs }, `a ${kind} worker ended and may be started again after a pause`)
      const cancel = timers.after(pauseMs, () => {
        pauses.delete(cancel)
        slot.state = 'empty'
        parts.ready()
      })
      pauses.add(cancel)
    },
    async end(why) {
      ended = true
      for (const cancel of pauses) cancel()
      for (const slot of all) slots.drop(slot, why, 'closing')
      await Promise.all(ending)
    },
  }
  return slots
}

/** Tells of a worker that is ready or can't be, and of one that ends while it has nothing to do. */
function watch(slot: WorkerSlot, worker: WorkerProcess, slots: WorkerSlots, parts: WorkerSlotParts): void {
  void worker.ready.then(
    () => {
      if (slot.worker !== worker) return
      slots.rest(slot)
      parts.ready()
    },
    (error: unknown) => {
      if (slot.worker !== worker) return
      // Another start would find the same.
      if (error instanceof Unusable) slots.drop(slot, error.message, 'unusable')
      else slots.pause(slot, wordsOf(error))
      parts.unstarted(error)
    },
  )
  void worker.ended.then((why) => {
    if (slot.worker === worker && slot.state === 'idle') slots.pause(slot, why)
  })
}
