import type { Hex } from '../../../../src/goods/kit/evm.ts'
import { type IndexRows, removeRows } from '../../../../src/goods/kit/follow.ts'
import { uintDigits } from '../../../../src/goods/kit/rpc.ts'

/** A kept transfer. Addresses are lower case. */
export interface TransferRow {
  readonly token: Hex
  readonly sender: Hex
  readonly recipient: Hex
  /** In the smallest unit of the token. */
  readonly amount: bigint
  readonly large: boolean
}

export const transferRows: IndexRows<TransferRow> = {
  insert(transaction, network, rows) {
    for (const { place, fact } of rows) {
      transaction.run(
        `INSERT INTO token_transfers (network, block_number, log_index, block_hash, transaction_hash, at, token, sender, recipient, amount, large)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        network,
        place.blockNumber,
        BigInt(place.logIndex),
        place.blockHash,
        place.transactionHash,
        place.at,
        fact.token,
        fact.sender,
        fact.recipient,
        uintDigits(fact.amount),
        BigInt(fact.large),
      )
    }
  },
  remove: (transaction, network, range, limit) => removeRows(transaction, 'token_transfers', network, range, limit),
  expire: (transaction, network, before, limit) =>
    transaction.run(
      `DELETE FROM token_transfers WHERE (network, block_number, log_index) IN (
         SELECT network, block_number, log_index FROM token_transfers WHERE network = ? AND at < ? ORDER BY at LIMIT ?)`,
      network,
      before,
      BigInt(limit),
    ).changes,
}
