import type { Clock } from '../../shared/clock.ts'
import type { Unit } from '../store.ts'
import { cellTypes } from './cell-types.ts'
import { databaseServersOf } from './database-servers.ts'
import { clientOf } from './open-postgres-store.ts'
import { boundOf, statementOf, type Bound } from './statement.ts'
import { writingFrame } from './transaction-frame.ts'
import { frameAround } from './transactions.ts'

/** Milliseconds, each the median of some runs. */
export interface StatementTimes {
  /** To the server and back. */
  readonly wayMs: number
  /** The statement, without the way. */
  readonly statementMs: number
  /** Until what was written is durable, without the way; 0 where the server can't be asked. */
  readonly commitMs: number
}

/** Runs that are counted, after one that is not; fewer where they take longer than this in all. */
const runs = 5
const enoughMs = 3_000

/**
 * Times a unit as the store runs it, and rolls it back. What a commit takes is timed with a message in the server's log that nobody reads.
 * @param inputOf makes another input for each run
 * @param named whether statements are prepared under names, see `pooling.ts`
 */
export async function timeStatement<Input>(
  url: string,
  { name, postgres }: Unit<Input, unknown>,
  inputOf: () => Input,
  { clock, limitMs, named }: { readonly clock: Clock; readonly limitMs: number; readonly named: boolean },
): Promise<StatementTimes> {
  const client = clientOf(databaseServersOf(url), { connectionTimeoutMillis: limitMs, query_timeout: limitMs, types: cellTypes })
  client.on('error', () => {})
  const median = async (run: () => Promise<unknown>) => {
    const times: number[] = []
    const begun = clock.now()
    await run()
    while (times.length < runs && (times.length === 0 || clock.now() - begun < enoughMs)) {
      const start = clock.now()
      await run()
      times.push(clock.now() - start)
    }
    return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]!
  }
  const unwritten = frameAround(writingFrame(limitMs, 'ROLLBACK'))
  const written = frameAround(writingFrame(limitMs))
  try {
    await client.connect()
    const wayMs = await median(() => client.query('SELECT'))
    const statementMs = await median(() => unwritten(client, [boundOf(postgres!, name, inputOf())], named))
    const commitMs = await median(() => written(client, [message], named)).catch(() => wayMs)
    return { wayMs, statementMs: Math.max(0, statementMs - wayMs), commitMs: Math.max(0, commitMs - wayMs) }
  } finally {
    await client.end().catch(() => {})
  }
}

const message: Bound = { statement: statementOf(`SELECT pg_logical_emit_message(true, 'farthing', '')::text`, 'message'), values: [] }
