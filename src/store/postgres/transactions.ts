import type pg from 'pg'
import { StoreFailed, type Row } from '../store.ts'
import { endsConnection, forgetsStatements } from './engine-fault.ts'
import { sendTogether } from './send-together.ts'
import type { Bound } from './statement.ts'
import type { TransactionFrame } from './transaction-frame.ts'

export interface TransactionsOptions {
  readonly pool: pg.Pool
  readonly frame: TransactionFrame
  /** Statements are prepared once for each connection. */
  readonly named: boolean
  /** Called once, when a pooler turns out to forget them: from then on each statement is sent in full. */
  onForgotten(): void
}

/**
 * Runs statements one after the other in one transaction and one round trip; gives the rows of each once all of them are
 * durable. Where one fails nothing of any is written.
 * @throws StoreFailed where no connection is to be had: nothing was sent then.
 */
export type SendTransaction = (bounds: readonly Bound[]) => Promise<Row[][]>

export function createTransactions({ pool, frame, named, onForgotten }: TransactionsOptions): SendTransaction {
  const framed = frameAround(frame)
  let isNamed = named

  async function send(client: pg.ClientBase, bounds: readonly Bound[]): Promise<Row[][]> {
    const asNamed = isNamed
    try {
      return await framed(client, bounds, asNamed)
    } catch (error) {
      if (!asNamed || !forgetsStatements(error)) throw error
    }
    // The transaction was undone, so nothing of it was written.
    if (isNamed) onForgotten()
    isNamed = false
    return framed(client, bounds, false)
  }

  return async (bounds) => {
    const client = await pool.connect().catch((cause: unknown) => {
      throw new StoreFailed('no connection to the database', { cause })
    })
    let broken = true
    try {
      const rows = await send(client, bounds)
      broken = false
      return rows
    } catch (error) {
      broken = client.getTransactionStatus() !== 'I' || endsConnection(error)
      throw error
    } finally {
      client.release(broken)
    }
  }
}

const bare = (statement: Bound['statement']): Bound => ({ statement, values: [] })

/** Sends statements as one transaction. A transaction that failed is ended before its error is thrown. */
export function frameAround({ before, after }: TransactionFrame) {
  const [first, last] = [before.map(bare), after.map(bare)]
  return async (client: pg.ClientBase, bounds: readonly Bound[], named: boolean): Promise<Row[][]> => {
    try {
      const rows = await sendTogether(client, [...first, ...bounds, ...last], named)
      return rows.slice(first.length, first.length + bounds.length)
    } catch (error) {
      // Behind a failed statement the server waits for the end of the transaction.
      if (!endsConnection(error)) await client.query('ROLLBACK').catch(() => {})
      throw error
    }
  }
}
