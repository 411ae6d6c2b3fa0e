import type { SqliteTransaction } from '../store/store.ts'
import { owed } from './payment-row.ts'

/** What the payer's balance at `block` must still pay on this network: claims in flight, and settlements of later blocks. */
export function outstanding(transaction: SqliteTransaction, network: string, payer: string, block: bigint): bigint {
  const inFlight = transaction.get(
    `SELECT coalesce(sum(amount), 0) AS amount FROM payments WHERE payer = ? AND network = ? AND ${owed}`,
    payer,
    network,
  )
  const later = transaction.get(
    `SELECT coalesce(sum(amount), 0) AS amount FROM payments WHERE payer = ? AND network = ? AND state = 'settled' AND block_number > ?`,
    payer,
    network,
    block,
  )
  return (inFlight!['amount'] as bigint) + (later!['amount'] as bigint)
}
