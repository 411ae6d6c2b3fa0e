import type { SqliteTransaction } from '../store/store.ts'
import { owed } from './payment-row.ts'

const inFlightAndLater = `SELECT
    (SELECT coalesce(sum(amount), 0) FROM payments WHERE payer = ? AND network = ? AND ${owed}) AS in_flight,
    (SELECT coalesce(sum(amount), 0) FROM payments WHERE payer = ? AND network = ? AND state = 'settled' AND block_number > ?) AS later`

/** What the payer's balance at `block` must still pay on this network: claims in flight, and settlements of later blocks. */
export function outstanding(transaction: SqliteTransaction, network: string, payer: string, block: bigint): bigint {
  const row = transaction.get(inFlightAndLater, payer, network, payer, network, block)
  return (row!['in_flight'] as bigint) + (row!['later'] as bigint)
}
