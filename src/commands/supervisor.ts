import { hasPassed, type Cancel, type Clock, type Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Metrics } from '../shared/metrics.ts'

/** A process of the service, as its parent sees it. */
export interface WorkerProcess {
  /** Resolves when it takes calls; never if it ends before. */
  readonly ready: Promise<unknown>
  /** Resolves with how it ended: "code 0", "SIGKILL". */
  readonly ended: Promise<string>
  /** It is to take no more connections, to finish what it has, and to end. */
  retire(): void
  /** It is to end in order. */
  end(): void
  kill(): void
}

export interface SupervisorParts<Worker extends WorkerProcess> {
  readonly workers: number
  /** Starts the worker of this number, from 1 on. No two of one number ever live at once. */
  readonly start: (worker: number) => Worker
  /** How long a worker may take to end in order before it is killed. */
  readonly endMs: number
  /** None runs, and one has failed to start too often. */
  readonly giveUp: (why: string) => void
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly metrics: Metrics
}

export interface Supervisor<Worker extends WorkerProcess> {
  /** Starts all; resolves when all are ready at once for the first time. */
  start(): Promise<void>
  /** Puts a new process in the place of each, one after the other; asked again meanwhile, once more after that. */
  renew(): Promise<void>
  /** Ends all, and starts none any more. @throws when one did not end in order. */
  stop(): Promise<void>
  /** Those that take calls. */
  readonly ready: () => Worker[]
}

interface Place<Worker> {
  readonly number: number
  worker: Worker | null
  /** Null while it is not ready. */
  readyAt: number | null
  retiring: boolean
  /** Ends in a row that nobody asked for, and starts among them that came to nothing. */
  ends: number
  failedStarts: number
  cancelRestart: Cancel
}

/** After so long an end counts as the first one again. */
const steadyMs = 60_000
const firstPauseMs = 500
const longestPauseMs = 30_000
const mostFailedStarts = 5

/** Keeps a number of workers running. */
export function createSupervisor<Worker extends WorkerProcess>(parts: SupervisorParts<Worker>): Supervisor<Worker> {
  const { clock, timers, log, metrics } = parts
  const places = Array.from({ length: parts.workers }, (_, index): Place<Worker> => {
    return { number: index + 1, worker: null, readyAt: null, retiring: false, ends: 0, failedStarts: 0, cancelRestart: () => {} }
  })
  const looking = new Set<() => void>()
  let stopping = false
  let renewing: Promise<void> | null = null
  let again = false
  const readyWorkers = metrics.gauge('farthing_workers_ready', 'Workers that take calls.')
  const ends = metrics.counter('farthing_worker_ends_total', 'Ends of workers: renewed, crashed, or not even started.', ['worker', 'how'])

  const isReady = (place: Place<Worker>) => place.readyAt !== null
  const allReady = () => places.every(isReady)

  function changed(): void {
    readyWorkers.set(places.filter(isReady).length)
    for (const look of looking) look()
  }

  function until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!condition()) return
        looking.delete(look)
        resolve()
      }
      looking.add(look)
      look()
    })
  }

  function run(place: Place<Worker>): void {
    const worker = parts.start(place.number)
    place.worker = worker
    void worker.ready.then(() => {
      if (place.worker !== worker) return
      place.readyAt = clock.now()
      place.failedStarts = 0
      log.info({ worker: place.number }, 'worker ready')
      changed()
    })
    void worker.ended.then((how) => {
      const { readyAt, retiring } = place
      place.worker = null
      place.readyAt = null
      place.retiring = false
      ends.add({ worker: String(place.number), how: retiring || stopping ? 'renewed' : readyAt === null ? 'not-started' : 'crashed' })
      if (!stopping && retiring) run(place)
      else if (!stopping) restart(place, readyAt, how)
      changed()
    })
  }

  /** At once when it has been well for long, then with growing pauses. */
  function restart(place: Place<Worker>, readyAt: number | null, how: string): void {
    const wasSteady = readyAt !== null && hasPassed(readyAt, steadyMs, clock.now())
    place.ends = wasSteady ? 1 : place.ends + 1
    place.failedStarts = readyAt === null ? place.failedStarts + 1 : 0
    if (place.failedStarts >= mostFailedStarts && !places.some(isReady)) {
      const why = `worker ${place.number} could not be started, ${place.failedStarts} times in a row (${how})`
      log.error({ worker: place.number, how, starts: place.failedStarts }, 'no worker runs, and none can be started')
      return parts.giveUp(why)
    }
    const pauseMs = readyAt !== null && place.ends === 1 ? 0 : Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(place.ends - 1, 16))
    log.error({ worker: place.number, how, againMs: pauseMs }, readyAt === null ? 'worker did not start' : 'worker ended')
    place.cancelRestart = timers.after(pauseMs, () => run(place))
  }

  /** Kills it when it takes too long. */
  async function untilEnded(place: Place<Worker>, worker: Worker): Promise<string> {
    const cancel = timers.after(parts.endMs, () => {
      log.error({ worker: place.number, afterMs: parts.endMs }, 'worker did not end in time: killed')
      worker.kill()
    })
    const how = await worker.ended
    cancel()
    return how
  }

  async function renewAll(): Promise<void> {
    log.info({ workers: places.length }, 'workers are renewed, one after the other')
    for (const place of places) {
      // Never two away at once, whatever the reason.
      await until(() => stopping || allReady())
      if (stopping || place.worker === null) return
      place.retiring = true
      const { worker } = place
      worker.retire()
      await untilEnded(place, worker)
      await until(() => stopping || isReady(place) || place.failedStarts > 0)
      if (!stopping && !isReady(place))
        return log.error({ worker: place.number }, 'a renewed worker does not start: the others are left as they are')
    }
    if (!stopping) log.info({ workers: places.length }, 'all workers are renewed')
  }

  return {
    async start() {
      for (const place of places) run(place)
      await until(allReady)
    },
    renew() {
      again = renewing !== null
      renewing ??= (async () => {
        do {
          again = false
          await renewAll()
        } while (again && !stopping)
        renewing = null
      })()
      return renewing
    },
    async stop() {
      stopping = true
      changed()
      const ended = places.map(async (place) => {
        place.cancelRestart()
        const { worker } = place
        if (worker === null) return 'in order'
        // Before it was ready it may not even listen for the signal yet, and had nothing to bring to an end.
        const orderly = isReady(place) ? ['code 0'] : ['code 0', 'SIGTERM']
        if (!place.retiring) worker.end()
        const how = await untilEnded(place, worker)
        return orderly.includes(how) ? 'in order' : how
      })
      const bad = (await Promise.all(ended)).filter((how) => how !== 'in order')
      if (bad.length > 0) throw new Error(`workers did not end in order: ${bad.join(', ')}`)
    },
    ready: () => places.flatMap((place) => (isReady(place) && place.worker ? [place.worker] : [])),
  }
}
