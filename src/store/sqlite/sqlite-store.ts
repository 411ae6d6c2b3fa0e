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
import type { GroupLimits } from './unit-group.ts'
import { createWriteQueue, type WriteQueueOptions } from './write-queue.ts'

/** What every SQLite store is made from, in a file or in memory. */
export interface SqliteStoreParts {
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly metrics: Metrics
  readonly migrations?: readonly Migration[]
  readonly limits?: GroupLimits
}

/** What a database in a file needs beside the connection. */
export interface SqliteDisk extends Pick<WriteQueueOptions, 'sync' | 'committed'> {
  /** Runs after the last group, before the connection closes. */
  close(): void
}

/** The store over an open connection, which it closes at its end. `openDisk` is called when the schema is up to date. */
export function createSqliteStore(database: DatabaseSync, parts: SqliteStoreParts, openDisk?: () => SqliteDisk): Store {
  migrate(database, parts.migrations ?? loadMigrations(), parts.clock, parts.log)
  const disk = openDisk?.()
  const transaction = createTransaction(database)
  const readOnlyTransaction = readOnly(transaction)
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
      return query.sqlite(readOnlyTransaction, input)
    } catch (error) {
      throw isEngineFault(error) ? new StoreFailed(`${query.name} could not be read`, { cause: error }) : error
    }
  }

  return {
    write: (unit, input) => queue.write(unit, input),
    async read<Input, Output>(query: Query<Input, Output>, input: Input): Promise<Output> {
      if (closing) throw new StoreClosed('the store is closed')
      const output = answerTo(query, input)
      // A group begins and ends within one turn of the event loop, so a query never sees half of one. But it may see one that is not on the disk yet.
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
