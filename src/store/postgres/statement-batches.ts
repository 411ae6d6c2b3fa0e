import type { Cancel, Timers } from '../../shared/clock.ts'
import type { Counter, Histogram } from '../../shared/metrics.ts'
import { StoreFailed, type Row } from '../store.ts'
import { endsConnection } from './engine-fault.ts'
import type { Bound } from './send-together.ts'
import type { SendTransaction } from './transactions.ts'

export interface StatementBatchOptions {
  readonly sendTransaction: SendTransaction
  readonly timers: Timers
  /** Connections that are used at once. With few of them a transaction has more statements, and the server works less for each. */
  readonly connections: number
  /** The most statements in one transaction: what one of them has locked stays so until all are done. */
  readonly maxStatements: number
  /** How long a statement waits to be sent before it fails, unwritten. */
  readonly waitMs: number
  readonly sizes: Histogram
  readonly undone: Counter
}

interface Waiting extends Bound {
  readonly order: string
  resolve(rows: Row[]): void
  reject(error: unknown): void
  giveUp: Cancel | null
}

/** @param order names what the statement locks, in the same way in all processes. Statements of one transaction lock in this order, so that transactions do not deadlock. */
export type Send = (bound: Bound, order: string) => Promise<Row[]>

/**
 * Sends brief statements. Those that come in one turn of the event loop, or while all connections are busy, share one transaction
 * and one round trip; a single one is sent at once. Where a transaction fails, nothing of it is written, and each of its statements
 * is sent again alone, so that none fails because of another. Where the connection broke, the outcome of all of them is unknown.
 */
export function createStatementBatches({
  sendTransaction,
  timers,
  connections,
  maxStatements,
  waitMs,
  sizes,
  undone,
}: StatementBatchOptions): Send {
  const waiting: Waiting[] = []
  let busy = 0
  let scheduled: Cancel | null = null

  function schedule(): void {
    if (busy < connections && waiting.length > 0) scheduled ??= timers.soon(start)
  }

  function start(): void {
    scheduled = null
    while (busy < connections && waiting.length > 0) {
      const batch = waiting.splice(0, maxStatements)
      for (const one of batch) one.giveUp?.()
      busy++
      void run(batch).finally(() => {
        busy--
        schedule()
      })
    }
    // Only statements that could not be sent at once need a timeout.
    for (const one of waiting) one.giveUp ??= timers.after(waitMs, () => leave(one))
  }

  function leave(one: Waiting): void {
    waiting.splice(waiting.indexOf(one), 1)
    one.reject(new StoreFailed('the database is too slow for what is asked of it'))
  }

  async function run(batch: Waiting[]): Promise<void> {
    batch.sort((one, other) => (one.order < other.order ? -1 : one.order > other.order ? 1 : 0))
    sizes.observe(batch.length)
    try {
      const rows = await sendTransaction(batch)
      for (const [index, one] of batch.entries()) one.resolve(rows[index]!)
    } catch (error) {
      if (batch.length === 1 || error instanceof StoreFailed || endsConnection(error)) {
        for (const one of batch) one.reject(error)
        return
      }
      undone.add()
      await Promise.all(batch.map((one) => sendAlone(sendTransaction, one).then(one.resolve, one.reject)))
    }
  }

  return (bound, order) =>
    new Promise((resolve, reject) => {
      waiting.push({ ...bound, order, resolve, reject, giveUp: null })
      schedule()
    })
}

/** One statement as a transaction of its own. */
export async function sendAlone(sendTransaction: SendTransaction, bound: Bound): Promise<Row[]> {
  const [rows] = await sendTransaction([bound])
  return rows!
}
