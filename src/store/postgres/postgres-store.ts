import type pg from 'pg'
import type { Timers } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import type { Metrics } from '../../shared/metrics.ts'
import { createOrderedRuns } from '../../shared/ordered-runs.ts'
import type { Random } from '../../shared/random.ts'
import {
  NotOnThisEngine,
  StoreClosed,
  StoreFailed,
  StoreOutcomeUnknown,
  type PostgresForm,
  type Query,
  type Store,
  type Unit,
} from '../store.ts'
import { isDiskFull } from './engine-fault.ts'
import { runStatement } from './run-statement.ts'
import type { Send } from './lane.ts'
import { createStatementBatches } from './statement-batches.ts'
import { createStatementSets } from './statement-sets.ts'
import type { SendTransaction } from './transactions.ts'
import { alarmFields } from '../../shared/alarm.ts'

export interface PostgresStoreParts {
  readonly timers: Timers
  readonly random: Random
  readonly log: Log
  readonly metrics: Metrics
}

/** The most brief statements that share a transaction, and connections for them at once: measured, see docs/postgres.md. */
const maxTogether = 16
const writeConnections = 4
const readConnections = 2
/** As long as a connection is waited for. */
const waitMs = 5_000

/** The store over a pool, which it closes at its end. */
export function createPostgresStore(
  pool: Pick<pg.Pool, 'end'>,
  sendTransaction: SendTransaction,
  { timers, random, log, metrics }: PostgresStoreParts,
): Store {
  const units = metrics.counter('farthing_store_units_total', 'Units written, by name and outcome', ['unit', 'outcome'])
  const races = metrics.counter('farthing_store_lost_races_total', 'Statements run again because somebody else was faster', ['unit'])
  const batches = { sendTransaction, timers, maxTogether, waitMs, ...batchMetrics(metrics) }
  // Queries wait for no commit, so they travel on connections of their own.
  const sendBrief = createStatementBatches({ ...batches, connections: writeConnections })
  const sendInSet = createStatementSets(batches)
  const sendWrite: Send = (asked, order) => (asked.set ? sendInSet : sendBrief)(asked, order)
  const sendRead = createStatementBatches({ ...batches, connections: readConnections })
  const parts = { sendTransaction, timers, random, races }
  const runInOrder = createOrderedRuns()
  const open = createOpenCalls()
  let isDown = false

  async function write<Input, Output>(unit: Unit<Input, Output>, input: Input): Promise<Output> {
    const { name } = unit
    const form = formOf(unit)
    const run = () => runStatement(parts, sendWrite, { name, form, input })
    try {
      const output = await (form.orderKey ? runInOrder(form.orderKey(input), run) : run())
      units.add({ unit: name, outcome: 'done' })
      if (isDown) log.info({}, 'the database takes writes again')
      isDown = false
      return output
    } catch (error) {
      const outcome = error instanceof StoreOutcomeUnknown ? 'unknown' : error instanceof StoreFailed ? 'lost' : 'threw'
      units.add({ unit: name, outcome })
      if (error instanceof StoreFailed) logFailure(name, error)
      throw error
    }
  }

  /** Each unit of unknown outcome, since somebody may have to look it up. Of an outage only the first unit, since each call fails then. */
  function logFailure(unit: string, error: StoreFailed): void {
    if (error instanceof StoreOutcomeUnknown) {
      const fields = { ...alarmFields('write_unknown'), err: error, unit }
      return log.error(fields, 'the connection broke during a write to the database, so it may or may not have happened: it is looked up')
    }
    if (!isDown) {
      const isFull = isDiskFull(error.cause)
      const what = isFull ? 'the disk of the database server is full' : 'the database did not take a write'
      const fields = { ...alarmFields(isFull ? 'disk_full' : 'ledger'), err: error, unit }
      log.error(fields, `${what}: calls that cost something are refused without a charge; logged again when writes succeed`)
    }
    isDown = true
  }

  /** A query that got no answer has changed nothing, so nothing about it is unknown. It is tried once more, maybe on another connection. */
  async function read<Input, Output>(query: Query<Input, Output>, input: Input): Promise<Output> {
    const { name } = query
    const form = formOf(query)
    try {
      return await runStatement(parts, sendRead, { name, form, input })
    } catch (error) {
      if (!(error instanceof StoreOutcomeUnknown)) throw error
    }
    try {
      return await runStatement(parts, sendRead, { name, form, input })
    } catch (error) {
      throw error instanceof StoreOutcomeUnknown ? new StoreFailed(`${name} could not be read`, { cause: error.cause }) : error
    }
  }

  return {
    write: (unit, input) => open.track(() => write(unit, input)),
    read: (query, input) => open.track(() => read(query, input)),
    close: () => open.close(() => pool.end()),
  }
}

function batchMetrics(metrics: Metrics) {
  return {
    sizes: metrics.histogram(
      'farthing_store_batch_units',
      'Statements in one transaction on PostgreSQL',
      [],
      [1, 2, 5, 10, 25, 50, 100, 256],
    ),
    undone: metrics.counter(
      'farthing_store_batches_undone_total',
      'Transactions of several statements that failed, after which each was run alone',
    ),
  }
}

function formOf<Input, Output>({ name, postgres }: Unit<Input, Output> | Query<Input, Output>): PostgresForm<Input, Output> {
  if (!postgres) throw new NotOnThisEngine(`${name} is not yet on PostgreSQL`)
  return postgres
}

/** Knows which calls are under way, so that closing can wait for them. */
function createOpenCalls() {
  const running = new Set<Promise<unknown>>()
  let closing: Promise<void> | null = null
  return {
    /** @throws StoreClosed */
    async track<Output>(run: () => Promise<Output>): Promise<Output> {
      if (closing) throw new StoreClosed('the store is closed')
      const promise = run()
      running.add(promise)
      try {
        return await promise
      } finally {
        running.delete(promise)
      }
    },
    close(end: () => Promise<void>): Promise<void> {
      closing ??= Promise.allSettled(running).then(end)
      return closing
    },
  }
}
