import type { Row } from '../store.ts'
import { createLane, type LaneOptions, type Send } from './lane.ts'
import { boundAlone, type Asked } from './statement.ts'
import type { SendTransaction } from './transactions.ts'

export interface StatementBatchOptions extends Pick<LaneOptions, 'timers' | 'waitMs' | 'sizes' | 'undone'> {
  readonly sendTransaction: SendTransaction
}

/** Sends brief statements: those that come together share one transaction and one round trip, one after the other. */
export function createStatementBatches(options: StatementBatchOptions & Pick<LaneOptions, 'connections' | 'maxTogether'>): Send {
  const { sendTransaction } = options
  return createLane({
    ...options,
    sendTogether: (batch) => sendTransaction(batch.map(boundAlone)),
    sendAlone: (asked) => sendAlone(sendTransaction, asked),
  })
}

/** One statement as a transaction of its own. */
export async function sendAlone(sendTransaction: SendTransaction, asked: Asked): Promise<Row[]> {
  const [rows] = await sendTransaction([boundAlone(asked)])
  return rows!
}
