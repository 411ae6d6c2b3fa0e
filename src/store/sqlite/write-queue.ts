import type { DatabaseSync } from 'node:sqlite'
import { hasPassed, type Cancel, type Clock, type Timers } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import type { Metrics } from '../../shared/metrics.ts'
import { StoreClosed, StoreFailed, StoreOutcomeUnknown, type Unit } from '../store.ts'
import { isBusy, isDiskFull } from './engine-fault.ts'
import type { CountingTransaction } from './transaction.ts'
import { createUnitGroup, rollBack, UnitThrew, type GroupLimits, type RunUnit, type WaitingUnit } from './unit-group.ts'
import { createWriteQueueMetrics, type WriteQueueMetrics } from './write-queue-metrics.ts'
import { alarmFields } from '../../shared/alarm.ts'

/** Attempts, and milliseconds between them, while another connection (a person with a SQLite shell) holds the lock. */
const busyAttempts = 40
const busyPauseMs = 50

const defaultGroupLimits: GroupLimits = { units: 64, ms: 5, bytes: 2 * 1024 * 1024 }

export interface WriteQueueOptions {
  readonly database: DatabaseSync
  readonly transaction: CountingTransaction
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly metrics: Metrics
  readonly limits?: GroupLimits
  /** Syncs what was committed to the disk. Without it nothing is synced, as in memory. */
  readonly sync?: () => Promise<void>
  /** Called with the number of units of a commit, when they are durable. The next group waits for the promise that it returns. */
  readonly committed?: (units: number) => Promise<void> | undefined
}

export interface WriteQueue {
  write<Input, Output>(unit: Unit<Input, Output>, input: Input): Promise<Output>
  /** What was read just now may be given to a caller when this resolves; null when all of it is durable. @throws StoreFailed when that is unknown */
  durable(): Promise<void> | null
  /** Commits everything that waits, and resolves when it is durable; further writes reject with StoreClosed. */
  close(): Promise<void>
}

/** On a full disk now and then a small group still fits, so the first one that is written is not yet the end of it. */
const steadyMs = 2_000

const refusesWrites = 'calls that cost something are refused without a charge; logged again when writes succeed'

/** A group failed, which changed nothing. */
function logLostGroup(log: Log, cause: unknown): void {
  const isFull = isDiskFull(cause)
  const what = isFull ? 'the disk is full' : 'the database did not take a write'
  log.error({ ...alarmFields(isFull ? 'disk_full' : 'ledger'), err: cause }, `${what}: ${refusesWrites}`)
}

/**
 * Group commit: units are collected until the turn of the event loop ends and run in one BEGIN IMMEDIATE ... COMMIT. Their
 * callers get an answer only when that is on the disk. One fsync pays for all of them. The event loop goes on while the disk is
 * at work, and what comes in that time is the next group. `unit-group.ts` says how a group is run.
 */
export function createWriteQueue(options: WriteQueueOptions): WriteQueue {
  const { database, transaction, clock, timers, log, limits = defaultGroupLimits, sync } = options
  const metrics = createWriteQueueMetrics(options.metrics)
  const queue: WaitingUnit[] = []
  const runGroup = createUnitGroup({ database, transaction, clock, limits, metrics, queue })
  const begin = createBegin(database)
  const disk = createGroupEnd({ ...options, metrics, queue })
  /** The number of units at the head of the queue that run again, each under a savepoint, because one of them threw. */
  let apart = 0
  let scheduled: Cancel | null = null
  let closed = false
  /** When a group failed last, which was logged; null once they succeed for a while. */
  let failedAt: number | null = null
  /** A group that is committed, and whose callers have no answer yet. New units wait until they have one. */
  let ending: Promise<void> | null = null

  function schedule(): void {
    if (ending) return
    const run = () => {
      scheduled = null
      commitGroup()
      if (queue.length > 0) schedule()
    }
    scheduled ??= begin.busyTimes() > 0 ? timers.after(busyPauseMs, run) : timers.soon(run)
  }

  function commitGroup(): void {
    const startedAt = clock.now()
    const taken: WaitingUnit[] = []
    let ran: RunUnit[]
    try {
      if (!begin.run(!closed)) {
        if (begin.busyTimes() === 1) log.warn({ units: queue.length }, 'another connection holds the lock of the database: writes wait')
        return
      }
      ran = runGroup({ apart, startedAt, taken })
    } catch (cause) {
      if (cause instanceof UnitThrew && rollBack(database, log)) {
        queue.unshift(...taken)
        apart = taken.length
      } else {
        if (apart > 0) apart -= taken.length
        if (failedAt === null) logLostGroup(log, cause)
        failedAt = clock.now()
        failGroup(taken.length > 0 ? taken : queue.splice(0, limits.units), cause, { database, log, metrics })
      }
      return
    }
    if (failedAt !== null && hasPassed(failedAt, steadyMs, clock.now())) {
      failedAt = null
      log.info({}, 'the database takes writes again')
    }
    if (apart > 0) apart -= taken.length
    metrics.groupSize.observe(taken.length)
    metrics.groupSeconds.observe((clock.now() - startedAt) / 1000)
    if (sync) ending = endGroup(ran, taken.length, sync)
    else resolveUnits(ran, metrics)
  }

  async function endGroup(ran: readonly RunUnit[], size: number, sync: () => Promise<void>): Promise<void> {
    await disk.end(ran, size, sync)
    ending = null
    if (queue.length > 0 && !closed) schedule()
  }

  return {
    write<Input, Output>(unit: Unit<Input, Output>, input: Input): Promise<Output> {
      if (closed) return Promise.reject(new StoreClosed('the store is closed'))
      const broken = disk.broken()
      if (broken) return Promise.reject(broken)
      return new Promise<Output>((resolve, reject) => {
        queue.push({ name: unit.name, run: () => unit.sqlite(transaction, input), resolve, reject })
        schedule()
      })
    },
    durable: () => disk.durable(),
    async close() {
      closed = true
      scheduled?.()
      scheduled = null
      while (ending || queue.length > 0) {
        if (ending) await ending
        else commitGroup()
      }
    },
  }
}

/** Begins the transaction of a group. */
function createBegin(database: DatabaseSync) {
  const begin = database.prepare('BEGIN IMMEDIATE')
  let busyTimes = 0
  return {
    /** How often in a row another connection held the lock. */
    busyTimes: () => busyTimes,
    /** False when another connection holds the lock and it is worth waiting for. @throws the error of SQLite otherwise */
    run(mayWait: boolean): boolean {
      try {
        begin.run()
        busyTimes = 0
        return true
      } catch (error) {
        if (!isBusy(error) || !mayWait || busyTimes >= busyAttempts) throw error
        busyTimes += 1
        return false
      }
    },
  }
}

type GroupEndParts = Pick<WriteQueueOptions, 'clock' | 'log' | 'committed'> & {
  readonly metrics: WriteQueueMetrics
  readonly queue: WaitingUnit[]
}

/** Waits for the disk after a commit. */
function createGroupEnd({ clock, log, committed, metrics, queue }: GroupEndParts) {
  let syncing: Promise<void> | null = null
  /** Set once the contents of the disk are unknown. */
  let broken: StoreFailed | null = null

  /** After a failed fsync the system may drop what it could not write, and report success for the next one. Only a new start reads the file again. */
  function breakDown(cause: StoreOutcomeUnknown, ran: readonly RunUnit[]): void {
    log.error(
      { ...alarmFields(isDiskFull(cause.cause) ? 'disk_full' : 'ledger'), err: cause, units: ran.length },
      'the disk did not take what was written: nothing is written or read until the next start',
    )
    broken = new StoreFailed('the disk did not take what was written before', { cause })
    for (const { unit } of ran) {
      metrics.units.add({ unit: unit.name, outcome: 'unknown' })
      unit.reject(cause)
    }
    for (const unit of queue.splice(0)) unit.reject(broken)
  }

  return {
    broken: () => broken,
    durable: () => (broken ? Promise.reject(broken) : syncing),
    /** Answers the callers of a group when it is on the disk; resolves when the next group may begin. */
    async end(ran: readonly RunUnit[], size: number, sync: () => Promise<void>): Promise<void> {
      const startedAt = clock.now()
      try {
        syncing = sync().catch((cause: unknown) =>
          Promise.reject(new StoreOutcomeUnknown('the disk did not take what was written', { cause })),
        )
        await syncing
        resolveUnits(ran, metrics)
      } catch (error) {
        breakDown(error as StoreOutcomeUnknown, ran)
      }
      syncing = null
      metrics.syncSeconds.observe((clock.now() - startedAt) / 1000)
      await committed?.(size)
    },
  }
}

function failGroup(
  lost: readonly WaitingUnit[],
  cause: unknown,
  { database, log, metrics }: Pick<WriteQueueOptions, 'database' | 'log'> & { readonly metrics: WriteQueueMetrics },
): void {
  rollBack(database, log)
  // A promise that was rejected with the unit's own error stays so.
  for (const unit of lost) {
    metrics.units.add({ unit: unit.name, outcome: 'lost' })
    unit.reject(new StoreFailed(`${unit.name} was not written`, { cause }))
  }
}

function resolveUnits(ran: readonly RunUnit[], metrics: WriteQueueMetrics): void {
  for (const { unit, output } of ran) {
    metrics.units.add({ unit: unit.name, outcome: 'done' })
    unit.resolve(output)
  }
}
