import type { Hex } from '../../shared/bytes.ts'
import type { Row } from '../../store/store.ts'
import type { EventPosition } from './index-definition.ts'

/** The position of a row's event. */
export function positionOf(row: Row): EventPosition {
  return {
    blockNumber: row['block_number'] as bigint,
    logIndex: Number(row['log_index']),
    blockHash: row['block_hash'] as Hex,
    transactionHash: row['transaction_hash'] as Hex,
    at: row['at'] as bigint,
  }
}
