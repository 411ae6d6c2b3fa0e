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
import { createWriteQueue, type GroupLimits, type WriteQueueOptions } from './write-queue.ts'

/** What every SQLite store is made from, wherever its bytes lie. */
export interface SqliteStoreParts {
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly metrics: Metrics
  readonly migrations?: readonly Migration[]
  readonly limits?: GroupLimits
}

/** What there is beside the connection where the bytes lie in a file. */
export interface SqliteDisk extends Pick<WriteQueueOptions, 'sync' | 'committed'> {
  /** Runs after the last group, before the connection closes. */
  close(): void
}

/** The store over an open connection that it owns from now on. The disk is asked for when the schema stands. */
export function createSqliteStore(database: DatabaseSync, parts: SqliteStoreParts, openDisk?: () => SqliteDisk): Store {
  migrate(database, parts.migrations ?? loadMigrations(), parts.clock, parts.log)
  const disk = openDisk?.()
  const transaction = createTransaction(database)
  const questions = readOnly(transaction)
  const queue = createWriteQueue({ database, transaction, ...parts, ...disk })
  let closing: Promise<void> | null = null

  async function close(): Promise<void> {
    await queue.close()
    try {
      disk?.close()
    } finally {
      database.close()
    }
  }

  function answerTo<Input, Output>(query: Query<Input, Output>, input: Input): Output {
    try {
      return query.sqlite(questions, input)
    } catch (error) {
      throw isEngineFault(error) ? new StoreFailed(`${query.name} could not be read`, { cause: error }) : error
    }
  }

  return {
    write: (unit, input) => queue.write(unit, input),
    async read<Input, Output>(query: Query<Input, Output>, input: Input): Promise<Output> {
      if (closing) throw new StoreClosed('the store is closed')
      const output = answerTo(query, input)
      // Groups begin and end within one turn, so a question never sees half of one; but it may see one that is not on the disk yet.
      const durable = queue.durable()
      if (durable) await durable
      return output
    },
    close() {
      closing ??= close()
      return closing
    },
  }
}
