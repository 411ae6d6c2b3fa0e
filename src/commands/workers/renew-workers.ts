import { alarmFields } from '../../shared/alarm.ts'
import {
  follow,
  isReady,
  pauseAfter,
  untilEnded,
  untilReady,
  type SpareWorker,
  type Supervision,
  type WorkerProcess,
  type WorkerSlot,
} from './worker-slot.ts'

/** Replaces every process that was started before the last request, one after the other. Each stays until its successor is ready. */
export async function renewWorkers<Worker extends WorkerProcess>(supervision: Supervision<Worker>): Promise<void> {
  const { slots, log } = supervision
  log.info({ workers: slots.length }, 'workers are renewed, one after the other')
  for (;;) {
    const slot = slots.find(({ renewal }) => renewal < supervision.renewals)
    if (slot === undefined) break
    const successor = await startSuccessor(supervision, slot)
    if (successor === null) return
    await replace(supervision, slot, successor)
  }
  const failed = supervision.renewalFails
  noteSuccess(supervision)
  log.info({ workers: slots.length }, failed ? 'all workers are renewed: new ones start again' : 'all workers are renewed')
}

/** Says it once: a broken setting lasts until the operator mends it. What is broken is in the log of the worker. */
function noteFailure<Worker extends WorkerProcess>(supervision: Supervision<Worker>, worker: number, how: string): void {
  const { log, renewalFailed } = supervision
  renewalFailed.set(1)
  if (supervision.renewalFails) return
  supervision.renewalFails = true
  log.error(
    { ...alarmFields('renewal_fails'), worker, how },
    'a new worker does not start, its own log says why: the old ones go on selling with the old settings; logged again when all are renewed',
  )
}

function noteSuccess<Worker extends WorkerProcess>(supervision: Supervision<Worker>): void {
  supervision.renewalFails = false
  supervision.renewalFailed.set(0)
}

/** Tries until a new process is ready, with growing pauses; another request for a renewal ends the pause. Null when the supervisor stops. */
async function startSuccessor<Worker extends WorkerProcess>(
  supervision: Supervision<Worker>,
  slot: WorkerSlot<Worker>,
): Promise<SpareWorker<Worker> | null> {
  const { spares, log } = supervision
  for (let failures = 0; !supervision.stopping;) {
    const renewal = supervision.renewals
    const number = spareNumber(supervision)
    const successor = { number, worker: supervision.start(number, slot.number), isStarting: true, renewal }
    spares.add(successor)
    const how = await untilReady(supervision, number, successor.worker)
    if (supervision.stopping) return null
    spares.delete(successor)
    if (how === null) return successor
    supervision.ends.add({ worker: String(number), how: 'not-started' })
    noteFailure(supervision, number, how)
    const againMs = pauseAfter((failures += 1))
    log.debug({ worker: number, how, againMs }, 'a new worker does not start: the next one is tried later')
    if (await pauseUnlessAsked(supervision, againMs, renewal)) failures = 0
  }
  return null
}

/** The one number that no process has. */
function spareNumber<Worker extends WorkerProcess>({ slots, spares }: Supervision<Worker>): number {
  const used = new Set([...slots, ...spares].map(({ number }) => number))
  let number = 1
  while (used.has(number)) number += 1
  return number
}

/** Whether a renewal was asked for since `heard`, which ends the pause, as the end of all does. */
async function pauseUnlessAsked<Worker extends WorkerProcess>(
  supervision: Supervision<Worker>,
  ms: number,
  heard: number,
): Promise<boolean> {
  let isOver = false
  const cancel = supervision.timers.after(ms, () => {
    isOver = true
    supervision.onChange()
  })
  await supervision.until(() => isOver || supervision.stopping || supervision.renewals !== heard)
  cancel()
  return supervision.renewals !== heard
}

/** The successor takes the slot. Resolves when the process that had it has ended, so that its number is free. */
async function replace<Worker extends WorkerProcess>(
  supervision: Supervision<Worker>,
  slot: WorkerSlot<Worker>,
  successor: SpareWorker<Worker>,
): Promise<void> {
  const { clock, spares } = supervision
  const { number, worker } = slot
  const wasReady = isReady(slot)
  slot.cancelRestart()
  slot.number = successor.number
  slot.readyAt = clock.now()
  slot.renewal = successor.renewal
  slot.ends = 0
  slot.failedStarts = 0
  follow(supervision, slot, successor.worker)
  supervision.onChange()
  if (worker === null) return
  const retiring = { number, worker, isStarting: !wasReady, renewal: slot.renewal }
  spares.add(retiring)
  // One that is not ready does not listen for the request to retire yet.
  if (wasReady) worker.retire()
  else worker.end()
  await untilEnded(supervision, number, worker)
  spares.delete(retiring)
  supervision.ends.add({ worker: String(number), how: 'renewed' })
}
