import { createChangeSignal } from './change-signal.ts'
import {
  isReady,
  newWorkerSlot,
  runWorker,
  untilEnded,
  type Supervision,
  type SupervisorParts,
  type WorkerProcess,
  type WorkerSlot,
} from './worker-slot.ts'

export interface Supervisor<Worker extends WorkerProcess> {
  /** Starts all; resolves when all are ready at once for the first time. */
  start(): Promise<void>
  /** Replaces every process by a new one, one after the other. A request during a renewal starts one more renewal after it. */
  renew(): Promise<void>
  /** Ends all, and starts no more. @throws when one did not end in order */
  stop(): Promise<void>
  /** The workers that take calls. */
  readonly ready: () => Worker[]
}

/** Keeps a number of workers running. */
export function createSupervisor<Worker extends WorkerProcess>(parts: SupervisorParts<Worker>): Supervisor<Worker> {
  const { metrics } = parts
  const slots = Array.from({ length: parts.workers }, (_, index) => newWorkerSlot<Worker>(index + 1))
  const readyWorkers = metrics.gauge('farthing_workers_ready', 'Workers that take calls.')
  const signal = createChangeSignal()
  const supervision: Supervision<Worker> = {
    ...parts,
    slots,
    ends: metrics.counter('farthing_worker_ends_total', 'Ends of workers: renewed, crashed, or not even started.', ['worker', 'how']),
    stopping: false,
    onChange() {
      readyWorkers.set(slots.filter(isReady).length)
      signal.notify()
    },
    until: signal.until,
  }
  let renewing: Promise<void> | null = null
  let renewAgain = false

  return {
    async start() {
      for (const slot of slots) runWorker(supervision, slot)
      await supervision.until(() => slots.every(isReady))
    },
    renew() {
      renewAgain = renewing !== null
      renewing ??= (async () => {
        do {
          renewAgain = false
          await renewAll(supervision)
        } while (renewAgain && !supervision.stopping)
        renewing = null
      })()
      return renewing
    },
    async stop() {
      supervision.stopping = true
      supervision.onChange()
      const ended = await Promise.all(slots.map((slot) => stopWorker(supervision, slot)))
      const bad = ended.filter((how) => how !== 'in order')
      if (bad.length > 0) throw new Error(`workers did not end in order: ${bad.join(', ')}`)
    },
    ready: () => slots.flatMap((slot) => (isReady(slot) && slot.worker ? [slot.worker] : [])),
  }
}

async function renewAll<Worker extends WorkerProcess>(supervision: Supervision<Worker>): Promise<void> {
  const { slots, log, until } = supervision
  log.info({ workers: slots.length }, 'workers are renewed, one after the other')
  for (const slot of slots) {
    // Never two missing at once, whatever the reason.
    await until(() => supervision.stopping || slots.every(isReady))
    if (supervision.stopping || slot.worker === null) return
    slot.retiring = true
    const { worker } = slot
    worker.retire()
    await untilEnded(supervision, slot, worker)
    await until(() => supervision.stopping || isReady(slot) || slot.failedStarts > 0)
    if (!supervision.stopping && !isReady(slot))
      return log.error({ worker: slot.number }, 'a renewed worker does not start: the others are left as they are')
  }
  if (!supervision.stopping) log.info({ workers: slots.length }, 'all workers are renewed')
}

/** Gives `in order`, or how else it ended. */
async function stopWorker<Worker extends WorkerProcess>(supervision: Supervision<Worker>, slot: WorkerSlot<Worker>): Promise<string> {
  slot.cancelRestart()
  const { worker } = slot
  if (worker === null) return 'in order'
  // Before it is ready it may not even listen for the signal, and has nothing to bring to an end.
  const orderly = isReady(slot) ? ['code 0'] : ['code 0', 'SIGTERM']
  if (!slot.retiring) worker.end()
  const how = await untilEnded(supervision, slot, worker)
  return orderly.includes(how) ? 'in order' : how
}
