import { createLane, type Send } from './lane.ts'
import { sendAlone, type StatementBatchOptions } from './statement-batches.ts'
import { boundTogether } from './statement.ts'
import type { Row } from '../store.ts'

/** The most inputs of one statement, and bytes of their bodies. A larger body travels alone. */
const maxTogether = 64
const maxBytes = 1_048_576

/** Milliseconds that a statement of a kind may wait for a lock before another connection is used, two more at most. Otherwise one is under way at a time. */
const patienceMs = 25
const moreConnections = 3

/**
 * Sends inputs of statements that take sets. While one statement is under way, the inputs for the same statement wait and travel
 * together as the next one: one round trip, one plan and one commit for all of them. Each kind of statement is sent in transactions of its
 * own, so all processes lock in the same order: within the statement.
 */
export function createStatementSets(options: StatementBatchOptions): Send {
  const lanes = new Map<string, Send>()
  const laneOf = (name: string) => {
    const known = lanes.get(name)
    if (known) return known
    const lane = createLane({
      ...options,
      connections: 1,
      moreConnections,
      patienceMs,
      maxTogether,
      maxBytes,
      async sendTogether(batch) {
        const [rows] = await options.sendTransaction([boundTogether(batch)])
        return byPosition(rows!, batch.length)
      },
      sendAlone: (asked) => sendAlone(options.sendTransaction, asked),
    })
    lanes.set(name, lane)
    return lane
  }
  return (asked, order) => laneOf(asked.statement.name)(asked, order)
}

function byPosition(rows: readonly Row[], count: number): Row[][] {
  const each = Array.from({ length: count }, (): Row[] => [])
  for (const row of rows) each[Number(row['position']) - 1]!.push(row)
  return each
}
