import type { SqliteTransaction } from '../../store/store.ts'

/** The tables of the indexes. Table names in SQL come only from this list. */
type IndexTable = 'agent_events' | 'agent_feedback' | 'token_transfers' | 'pool_swaps'

/** Deletes the rows of a range of blocks: all, or at most `limit`, the newest first. Returns how many. */
export function removeRows(
  transaction: SqliteTransaction,
  table: IndexTable,
  network: string,
  { from, to }: { from: bigint; to: bigint },
  limit: number | null,
): number {
  if (limit === null) {
    return transaction.run(`DELETE FROM ${table} WHERE network = ? AND block_number >= ? AND block_number <= ?`, network, from, to).changes
  }
  const { changes } = transaction.run(
    `DELETE FROM ${table} WHERE (network, block_number, log_index) IN (
       SELECT network, block_number, log_index FROM ${table} WHERE network = ? AND block_number >= ? AND block_number <= ?
       ORDER BY block_number DESC LIMIT ?)`,
    network,
    from,
    to,
    BigInt(limit),
  )
  return changes
}
