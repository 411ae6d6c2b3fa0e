import type pg from 'pg'
import type { Timers } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import type { Metrics } from '../../shared/metrics.ts'
import type { Random } from '../../shared/random.ts'
import {
  lostRace,
  NotOnThisEngine,
  StoreClosed,
  StoreFailed,
  StoreOutcomeUnknown,
  type PostgresForm,
  type Query,
  type Row,
  type Store,
  type Unit,
} from '../store.ts'
import { faultOf } from './engine-fault.ts'
import { createTurns } from './in-turn.ts'
import { createGather, sendAlone, type Send } from './gather.ts'
import { preparedOf, valuesOf } from './statement.ts'

export interface PostgresStoreParts {
  readonly timers: Timers
  readonly random: Random
  readonly log: Log
  readonly metrics: Metrics
}

/** So often a statement is run that loses races; the pauses between are short at first and then longer, up to this. */
const attempts = 20
const longestPauseMs = 40

/** Brief statements that share a transaction at most, and connections for them at once: measured, see docs/postgres.md. */
const together = 16
const writeLanes = 4
const readLanes = 2
/** As long as a connection is waited for. */
const waitMs = 5_000

/** The store over a pool that it owns from now on. */
export function createPostgresStore(pool: pg.Pool, { timers, random, log, metrics }: PostgresStoreParts): Store {
  const units = metrics.counter('farthing_store_units_total', 'Units written, by name and outcome', ['unit', 'outcome'])
  const races = metrics.counter('farthing_store_lost_races_total', 'Statements run again because somebody else was faster', ['unit'])
  const gathering = {
    pool,
    timers,
    most: together,
    waitMs,
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
  // Questions wait for no commit.
  const sendWrite = createGather({ ...gathering, lanes: writeLanes })
  const sendRead = createGather({ ...gathering, lanes: readLanes })
  const inTurn = createTurns()
  const running = new Set<Promise<unknown>>()
  let closing: Promise<void> | null = null

  /** Undefined where somebody else was faster. */
  async function rowsUnlessRaced(name: string, sent: Promise<Row[]>): Promise<Row[] | undefined> {
    try {
      return await sent
    } catch (error) {
      if (error instanceof StoreFailed) throw error
      const fault = faultOf(error)
      if (fault === 'raced') return undefined
      if (fault === 'unknown') throw new StoreOutcomeUnknown(`${name}: the database went away`, { cause: error })
      throw fault === 'failed' ? new StoreFailed(`${name} failed`, { cause: error }) : error
    }
  }

  async function run<Input, Output>(send: Send, name: string, form: PostgresForm<Input, Output>, input: Input): Promise<Output> {
    const statement = preparedOf(form, name)
    const bound = { statement, values: valuesOf(statement, form.values(input)) }
    const order = `${form.turn?.(input) ?? ''} ${name}`
    for (let tried = 1; ; tried++) {
      // Whoever lost a race would be likely to lose the next one for all that go with it.
      const together = form.brief === true && tried === 1
      const rows = await rowsUnlessRaced(name, together ? send(bound, order) : sendAlone(pool, bound))
      const output = rows ? form.result(rows, input) : lostRace
      if (output !== lostRace) return output
      races.add({ unit: name })
      if (tried === attempts) throw new StoreFailed(`${name} lost ${attempts} races: too many change the same thing at once`)
      // The first times whoever won has just committed, so there is nothing to wait for.
      if (tried > 2) await timers.sleep(Math.min(longestPauseMs, 2 ** (tried - 2)) * (random.bytes(1)[0]! / 256))
    }
  }

  function formOf<Input, Output>({ name, postgres }: Unit<Input, Output> | Query<Input, Output>): PostgresForm<Input, Output> {
    if (!postgres) throw new NotOnThisEngine(`${name} is not yet on PostgreSQL`)
    return postgres
  }

  async function tracked<Output>(run: () => Promise<Output>): Promise<Output> {
    if (closing) throw new StoreClosed('the store is closed')
    const promise = run()
    running.add(promise)
    try {
      return await promise
    } finally {
      running.delete(promise)
    }
  }

  return {
    write: (unit, input) =>
      tracked(async () => {
        const form = formOf(unit)
        const once = () => run(sendWrite, unit.name, form, input)
        try {
          const output = await (form.turn ? inTurn(form.turn(input), once) : once())
          units.add({ unit: unit.name, outcome: 'done' })
          return output
        } catch (error) {
          const outcome = error instanceof StoreOutcomeUnknown ? 'unknown' : error instanceof StoreFailed ? 'lost' : 'threw'
          units.add({ unit: unit.name, outcome })
          if (error instanceof StoreFailed) log.error({ err: error, unit: unit.name, outcome }, 'a unit was not written, or nobody knows')
          throw error
        }
      }),
    // A question that got no answer has changed nothing, so nothing about it is unknown; it may find another connection.
    read: (query, input) =>
      tracked(async () => {
        const form = formOf(query)
        try {
          return await run(sendRead, query.name, form, input)
        } catch (error) {
          if (!(error instanceof StoreOutcomeUnknown)) throw error
        }
        try {
          return await run(sendRead, query.name, form, input)
        } catch (error) {
          throw error instanceof StoreOutcomeUnknown ? new StoreFailed(`${query.name} could not be read`, { cause: error.cause }) : error
        }
      }),
    close() {
      closing ??= Promise.allSettled(running).then(() => pool.end())
      return closing
    },
  }
}
