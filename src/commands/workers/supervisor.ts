import { createChangeSignal } from './change-signal.ts'
import { renewWorkers } from './renew-workers.ts'
import {
  isReady,
  newWorkerSlot,
  runWorker,
  untilEnded,
  type SpareWorker,
  type Supervision,
  type SupervisorParts,
  type WorkerProcess,
  type WorkerSlot,
} from './worker-slot.ts'

export interface Supervisor<Worker extends WorkerProcess> {
  /** Starts all; resolves when all are ready at once for the first time. */
  start(): Promise<void>
  /**
   * Replaces every process by a new one, one after the other, each when its successor is ready. A successor that does not start is
   * tried again. A request during a renewal replaces those once more whose processes had been started before it.
   */
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
    spares: new Set(),
    ends: metrics.counter('farthing_worker_ends_total', 'Ends of workers: renewed, crashed, or not even started.', ['worker', 'how']),
    renewalFailed: metrics.gauge('farthing_renewal_failed', '1 while workers that were to be renewed are not, as new ones do not start.'),
    renewalFails: false,
    stopping: false,
    renewals: 0,
    onChange() {
      readyWorkers.set(slots.filter(isReady).length)
      signal.notify()
    },
    until: signal.until,
  }
  let renewing: Promise<void> | null = null
  supervision.renewalFailed.set(0)

  return {
    async start() {
      for (const slot of slots) runWorker(supervision, slot)
      await supervision.until(() => slots.every(isReady))
    },
    renew() {
      supervision.renewals += 1
      supervision.onChange()
      renewing ??= renewWorkers(supervision).finally(() => (renewing = null))
      return renewing
    },
    async stop() {
      supervision.stopping = true
      supervision.onChange()
      const ended = await Promise.all([
        ...slots.map((slot) => stopWorker(supervision, slot)),
        ...[...supervision.spares].map((spare) => stopSpare(supervision, spare)),
      ])
      const bad = ended.filter((how) => how !== 'in order')
      if (bad.length > 0) throw new Error(`workers did not end in order: ${bad.join(', ')}`)
    },
    ready: () => slots.flatMap((slot) => (isReady(slot) && slot.worker ? [slot.worker] : [])),
  }
}

/** Returns `in order`, or how else it ended. */
async function stopWorker<Worker extends WorkerProcess>(supervision: Supervision<Worker>, slot: WorkerSlot<Worker>): Promise<string> {
  slot.cancelRestart()
  const { worker, number } = slot
  if (worker === null) return 'in order'
  const isStarting = !isReady(slot)
  worker.end()
  return orderOf(await untilEnded(supervision, number, worker), isStarting)
}

async function stopSpare<Worker extends WorkerProcess>(supervision: Supervision<Worker>, spare: SpareWorker<Worker>): Promise<string> {
  // One that was replaced ends by itself.
  if (spare.isStarting) spare.worker.end()
  return orderOf(await untilEnded(supervision, spare.number, spare.worker), spare.isStarting)
}

/** Before it is ready a worker may not even listen for the signal, and has nothing to bring to an end. */
function orderOf(how: string, isStarting: boolean): string {
  return how === 'code 0' || (isStarting && how === 'SIGTERM') ? 'in order' : how
}
