import type { DatabaseSync } from 'node:sqlite'
import type { Cancel, Clock, Timers } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import type { Metrics } from '../../shared/metrics.ts'
import { StoreClosed, StoreFailed, StoreOutcomeUnknown, type Unit } from '../store.ts'
import { isBusy, isEngineFault } from './engine-fault.ts'
import type { CountingTransaction } from './transaction.ts'

/** What one group may take, so that the event loop is never held for long; the rest goes in the next turn. */
export interface GroupLimits {
  readonly units: number
  readonly ms: number
  readonly bytes: number
}

/** While another connection (a person with a SQLite shell) holds the lock nothing is lost by waiting: so often, so long apart. */
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
  /** Puts what was committed on the disk. Without it a commit is all there is, as in memory. */
  readonly sync?: () => Promise<void>
  /** Told how many units a commit held, when they are durable; the next group waits for what it gives. */
  readonly committed?: (units: number) => Promise<void> | undefined
}

export interface WriteQueue {
  write<Input, Output>(unit: Unit<Input, Output>, input: Input): Promise<Output>
  /** What was read just now may be told when this resolves; null when all of it is durable. @throws StoreFailed when nobody knows. */
  durable(): Promise<void> | null
  /** Commits everything that waits, and resolves when it is durable; further writes reject with StoreClosed. */
  close(): Promise<void>
}

interface Waiting {
  readonly name: string
  run(): unknown
  resolve(output: unknown): void
  reject(error: unknown): void
}

type Ran = { readonly unit: Waiting; readonly output: unknown }

class UnitThrew extends Error {}

function outputOf(unit: Waiting): unknown {
  const output = unit.run()
  if (output instanceof Promise) throw new TypeError(`unit ${unit.name} must not wait`)
  return output
}

/**
 * Group commit: units are collected until the turn of the event loop ends, run in one BEGIN IMMEDIATE ... COMMIT, and told
 * about their end only when that is on the disk. One fsync pays for all of them; the event loop goes on while the disk is at
 * work, and what comes meanwhile is the next group.
 *
 * A unit that throws is rolled back alone, to a savepoint. SQLite keeps a copy of every page that changes under one, so a
 * group runs without them first; when a unit throws, all of it is rolled back and run again with them.
 */
export function createWriteQueue(options: WriteQueueOptions): WriteQueue {
  const { database, transaction, clock, timers, log, metrics, limits = defaultGroupLimits, sync, committed } = options
  const units = metrics.counter('farthing_store_units_total', 'Units written, by name and outcome', ['unit', 'outcome'])
  const groupSize = metrics.histogram('farthing_store_group_units', 'Units in one commit', [], [1, 2, 5, 10, 25, 50, 100, 256])
  const groupSeconds = metrics.histogram(
    'farthing_store_group_seconds',
    'Time that one group held the event loop',
    [],
    [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5],
  )
  const syncSeconds = metrics.histogram(
    'farthing_store_sync_seconds',
    'Time that the disk took for one group',
    [],
    [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5],
  )
  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  const savepoint = database.prepare('SAVEPOINT unit')
  const release = database.prepare('RELEASE unit')
  const queue: Waiting[] = []
  /** So many at the head of the queue are run again, each under a savepoint: one of them threw. */
  let apart = 0
  let scheduled: Cancel | null = null
  let closed = false
  let turnedAway = 0
  /** A group that is committed and not yet told: until that is done, others gather. */
  let ending: Promise<void> | null = null
  let syncing: Promise<void> | null = null
  /** Since then nobody knows what the disk holds. */
  let broken: StoreFailed | null = null

  function schedule(): void {
    if (ending) return
    const run = () => {
      scheduled = null
      commitGroup()
      if (queue.length > 0) schedule()
    }
    scheduled ??= turnedAway > 0 ? timers.after(busyPauseMs, run) : timers.soon(run)
  }

  /** False when the lock is held, and it is worth to wait for it. */
  function begun(): boolean {
    try {
      begin.run()
      turnedAway = 0
      return true
    } catch (error) {
      if (!isBusy(error) || closed || turnedAway >= busyAttempts) throw error
      turnedAway += 1
      if (turnedAway === 1) log.warn({ units: queue.length }, 'another connection holds the lock of the database: writes wait')
      return false
    }
  }

  function commitGroup(): void {
    const startedAt = clock.now()
    const [most, run] = apart > 0 ? [Math.min(apart, limits.units), runAlone] : [limits.units, runTogether]
    const taken: Waiting[] = []
    const ran: Ran[] = []
    try {
      if (!begun()) return
      transaction.takeBoundBytes()
      let bytes = 0
      const mayTakeMore = () => taken.length === 0 || (taken.length < most && bytes < limits.bytes && clock.now() - startedAt < limits.ms)
      while (queue.length > 0 && mayTakeMore()) {
        const unit = queue.shift()!
        taken.push(unit)
        const one = run(unit)
        if (one) ran.push(one)
        bytes += transaction.takeBoundBytes()
      }
      commit.run()
    } catch (cause) {
      if (cause instanceof UnitThrew && rolledBack()) {
        queue.unshift(...taken)
        apart = taken.length
      } else {
        failGroup(cause, taken.length > 0 ? taken : queue.splice(0, limits.units))
      }
      return
    }
    groupSize.observe(taken.length)
    groupSeconds.observe((clock.now() - startedAt) / 1000)
    if (sync) ending = endGroup(ran, taken.length, sync)
    else tell(ran)
  }

  function tell(ran: readonly Ran[]): void {
    for (const { unit, output } of ran) {
      units.add({ unit: unit.name, outcome: 'done' })
      unit.resolve(output)
    }
  }

  /** Tells a group about its end when it is on the disk, and lets the next begin. */
  async function endGroup(ran: readonly Ran[], size: number, sync: () => Promise<void>): Promise<void> {
    const startedAt = clock.now()
    try {
      syncing = sync().catch((cause: unknown) =>
        Promise.reject(new StoreOutcomeUnknown('the disk did not take what was written', { cause })),
      )
      await syncing
      tell(ran)
    } catch (error) {
      breakDown(error as StoreOutcomeUnknown, ran)
    }
    syncing = null
    syncSeconds.observe((clock.now() - startedAt) / 1000)
    await committed?.(size)
    ending = null
    if (queue.length > 0 && !closed) schedule()
  }

  /** After a failed fsync the system may forget what it could not write, and say yes to the next one: only a new start reads it anew. */
  function breakDown(cause: StoreOutcomeUnknown, ran: readonly Ran[]): void {
    log.error({ err: cause, units: ran.length }, 'the disk did not take what was written: nothing is written or read until the next start')
    broken = new StoreFailed('the disk did not take what was written before', { cause })
    for (const { unit } of ran) {
      units.add({ unit: unit.name, outcome: 'unknown' })
      unit.reject(cause)
    }
    for (const unit of queue.splice(0)) unit.reject(broken)
  }

  /** @throws UnitThrew where all of the group can be run again. */
  function runTogether(unit: Waiting): Ran {
    try {
      return { unit, output: outputOf(unit) }
    } catch (cause) {
      // A full disk or an I/O error makes SQLite roll back everything by itself: then nothing of this group was written.
      throw database.isTransaction ? new UnitThrew('a unit threw', { cause }) : cause
    }
  }

  /** Undefined when the unit threw: it was rolled back alone and rejected alone. Throws when the whole group is lost. */
  function runAlone(unit: Waiting): Ran | undefined {
    apart -= 1
    savepoint.run()
    try {
      const output = outputOf(unit)
      release.run()
      return { unit, output }
    } catch (error) {
      if (!database.isTransaction) throw error
      database.exec('ROLLBACK TO unit; RELEASE unit')
      units.add({ unit: unit.name, outcome: 'threw' })
      unit.reject(isEngineFault(error) ? new StoreFailed(`${unit.name} was not written`, { cause: error }) : error)
      return undefined
    }
  }

  function rolledBack(): boolean {
    try {
      if (database.isTransaction) database.exec('ROLLBACK')
      return true
    } catch (error) {
      log.error({ err: error }, 'rollback failed')
      return false
    }
  }

  function failGroup(cause: unknown, lost: readonly Waiting[]): void {
    log.error({ err: cause, units: lost.length }, 'a group of writes could not be committed')
    rolledBack()
    // A promise that was rejected with the unit's own error stays so.
    for (const unit of lost) {
      units.add({ unit: unit.name, outcome: 'lost' })
      unit.reject(new StoreFailed(`${unit.name} was not written`, { cause }))
    }
  }

  return {
    write<Input, Output>(unit: Unit<Input, Output>, input: Input): Promise<Output> {
      if (closed) return Promise.reject(new StoreClosed('the store is closed'))
      if (broken) return Promise.reject(broken)
      return new Promise<Output>((resolve, reject) => {
        queue.push({ name: unit.name, run: () => unit.sqlite(transaction, input), resolve, reject })
        schedule()
      })
    },
    durable: () => (broken ? Promise.reject(broken) : syncing),
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
