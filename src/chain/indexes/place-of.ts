import type { Hex } from '../../shared/bytes.ts'
import type { Row } from '../../store/store.ts'
import type { Place } from './index-definition.ts'

/** Where the event of a row stands. */
export function placeOf(row: Row): Place {
  return {
    blockNumber: row['block_number'] as bigint,
    logIndex: Number(row['log_index']),
    blockHash: row['block_hash'] as Hex,
    transactionHash: row['transaction_hash'] as Hex,
    at: row['at'] as bigint,
  }
}
