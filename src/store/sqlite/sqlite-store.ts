import type { DatabaseSync } from 'node:sqlite'
import type { Clock, Timers } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import type { Metrics } from '../../shared/metrics.ts'
import type { Migration } from '../migration.ts'
import { StoreClosed, StoreFailed, type Query, type Store } from '../store.ts'
import { isEngineFault } from './engine-fault.ts'
import { migrate } from './migrate.ts'
import { loadMigrations } from './load-migrations.ts'
import { createTransaction, readOnly } from './transaction.ts'
import { createWriteQueue, type GroupLimits } from './write-queue.ts'

/** What every SQLite store is made from, wherever its bytes lie. */
export interface SqliteStoreParts {
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly metrics: Metrics
  readonly migrations?: readonly Migration[]
  readonly limits?: GroupLimits
  /** Told how many units a commit held. */
  readonly committed?: (units: number) => void
}

/** The store over an open connection that it owns from now on; `closing` runs after the last group, before the connection closes. */
export function createSqliteStore(database: DatabaseSync, parts: SqliteStoreParts, closing: () => void = () => {}): Store {
  migrate(database, parts.migrations ?? loadMigrations(), parts.clock, parts.log)
  const transaction = createTransaction(database)
  const questions = readOnly(transaction)
  const queue = createWriteQueue({ database, transaction, ...parts })
  let closed = false
  return {
    write: (unit, input) => queue.write(unit, input),
    // Groups begin and end within one turn, so a question never sees half of one.
    async read<Input, Output>(query: Query<Input, Output>, input: Input): Promise<Output> {
      if (closed) throw new StoreClosed('the store is closed')
      try {
        return query.sqlite(questions, input)
      } catch (error) {
        throw isEngineFault(error) ? new StoreFailed(`${query.name} could not be read`, { cause: error }) : error
      }
    },
    async close() {
      if (closed) return
      closed = true
      queue.close()
      try {
        closing()
      } finally {
        database.close()
      }
    },
  }
}
