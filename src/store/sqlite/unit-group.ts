import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import { StoreFailed } from '../store.ts'
import { isEngineFault } from './engine-fault.ts'
import type { CountingTransaction } from './transaction.ts'
import type { WriteQueueMetrics } from './write-queue-metrics.ts'

/** What one group may take, so that the event loop is never held for long; the rest goes in the next turn. */
export interface GroupLimits {
  readonly units: number
  readonly ms: number
  readonly bytes: number
}

/** A unit that waits to be written, with its caller. */
export interface WaitingUnit {
  readonly name: string
  run(): unknown
  resolve(output: unknown): void
  reject(error: unknown): void
}

/** A unit that has run in an open group, with what it returned. */
export interface RunUnit {
  readonly unit: WaitingUnit
  readonly output: unknown
}

export interface UnitGroupParts {
  readonly database: DatabaseSync
  readonly transaction: CountingTransaction
  readonly clock: Clock
  readonly limits: GroupLimits
  readonly metrics: WriteQueueMetrics
  /** Units that wait, in order. */
  readonly queue: WaitingUnit[]
}

/** A unit threw. The group can be rolled back and run again, with each unit under a savepoint. */
export class UnitThrew extends Error {
  override readonly name = 'UnitThrew'
}

export interface GroupRun {
  /** The number of units at the head of the queue that run under a savepoint each; 0 for none. */
  readonly apart: number
  /** When the group began, in milliseconds since the epoch. */
  readonly startedAt: number
  /** Gets the units that are taken from the queue, also where the group fails. */
  readonly taken: WaitingUnit[]
}

/**
 * Runs units from the head of the queue in the transaction that is open, and commits it; gives those that succeeded.
 *
 * A unit that throws is rolled back alone, to a savepoint. SQLite keeps a copy of every page that changes under one, so a
 * group runs without them first. When a unit throws, all of the group is to be rolled back and run again with them.
 * @throws UnitThrew, or what makes the whole group fail
 */
export function createUnitGroup(parts: UnitGroupParts): (run: GroupRun) => RunUnit[] {
  const { database, transaction, clock, limits, queue } = parts
  const commit = database.prepare('COMMIT')
  const runAlone = createRunAlone(parts)

  function runTogether(unit: WaitingUnit): RunUnit {
    try {
      return { unit, output: outputOf(unit) }
    } catch (cause) {
      // A full disk or an I/O error makes SQLite roll back everything on its own: then nothing of this group was written.
      throw database.isTransaction ? new UnitThrew('a unit threw', { cause }) : cause
    }
  }

  return ({ apart, startedAt, taken }) => {
    const [maxUnits, run] = apart > 0 ? [Math.min(apart, limits.units), runAlone] : [limits.units, runTogether]
    const ran: RunUnit[] = []
    transaction.takeBoundBytes()
    let bytes = 0
    const mayTakeMore = () => taken.length === 0 || (taken.length < maxUnits && bytes < limits.bytes && clock.now() - startedAt < limits.ms)
    while (queue.length > 0 && mayTakeMore()) {
      const unit = queue.shift()!
      taken.push(unit)
      const one = run(unit)
      if (one) ran.push(one)
      bytes += transaction.takeBoundBytes()
    }
    commit.run()
    return ran
  }
}

function outputOf(unit: WaitingUnit): unknown {
  const output = unit.run()
  if (output instanceof Promise) throw new TypeError(`unit ${unit.name} must not wait`)
  return output
}

/** Runs a unit under a savepoint. Undefined when it threw: it was rolled back alone and rejected alone. Throws when the whole group is lost. */
function createRunAlone({ database, metrics }: UnitGroupParts): (unit: WaitingUnit) => RunUnit | undefined {
  const savepoint = database.prepare('SAVEPOINT unit')
  const release = database.prepare('RELEASE unit')
  return (unit) => {
    savepoint.run()
    try {
      const output = outputOf(unit)
      release.run()
      return { unit, output }
    } catch (error) {
      if (!database.isTransaction) throw error
      database.exec('ROLLBACK TO unit; RELEASE unit')
      metrics.units.add({ unit: unit.name, outcome: 'threw' })
      unit.reject(isEngineFault(error) ? new StoreFailed(`${unit.name} was not written`, { cause: error }) : error)
      return undefined
    }
  }
}

/** False when it failed. */
export function rollBack(database: DatabaseSync, log: Log): boolean {
  try {
    if (database.isTransaction) database.exec('ROLLBACK')
    return true
  } catch (error) {
    log.error({ err: error }, 'rollback failed')
    return false
  }
}
