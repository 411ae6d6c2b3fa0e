import type { Cell, Row, SqliteTransaction } from '../../../store/store.ts'
import { owed } from '../payment-row.ts'
import { paidOnChain } from '../payment-states.ts'

/** Columns of `outstandingOf`. */
export const outstandingColumns = `
  (SELECT coalesce(sum(amount), 0) FROM payments WHERE payer = ? AND network = ? AND ${owed}) AS in_flight,
  (SELECT min(block_number) FROM payments WHERE network = ? AND block_number > ?) AS later_block`

export function outstandingCells(network: string, payer: string, block: bigint): Cell[] {
  return [payer, network, network, block]
}

const settledIn = `SELECT
  (SELECT coalesce(sum(amount), 0) FROM payments WHERE network = ? AND block_number = ? AND payer = ? AND ${paidOnChain}) AS amount,
  (SELECT min(block_number) FROM payments WHERE network = ? AND block_number > ?) AS later_block`

const settledSince = `SELECT coalesce(sum(amount), 0) AS amount FROM payments
  WHERE payer = ? AND network = ? AND ${paidOnChain} AND block_number >= ?`

/** Blocks that are read one by one. Where the balance is of an older block, reading all that follows at once is cheaper. */
const maxSeeks = 16

/**
 * What the payer's balance at some block must still pay on this network: claims in flight, and settlements in later blocks.
 * Later blocks are few, but a busy service settles thousands of payments in one. So each block costs one index seek, instead of a
 * scan of everything that was settled in them.
 */
export function outstandingOf(transaction: SqliteTransaction, network: string, payer: string, row: Row): bigint {
  let sum = row['in_flight'] as bigint
  let block = row['later_block'] as bigint | null
  for (let seeks = 0; block !== null && seeks < maxSeeks; seeks++) {
    const here: Row = transaction.get(settledIn, network, block, payer, network, block)!
    sum += here['amount'] as bigint
    block = here['later_block'] as bigint | null
  }
  if (block !== null) sum += transaction.get(settledSince, payer, network, block)!['amount'] as bigint
  return sum
}
