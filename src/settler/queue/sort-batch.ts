import type { Hex } from '../../shared/bytes.ts'
import type { PendingSettlement } from '../settlements.ts'

export interface SortedBatch {
  /** Plain accounts, safe to travel together. */
  readonly together: PendingSettlement[]
  /** Plain accounts that are sent one by one: they were in a batch before, or there is nothing to batch them with. */
  readonly alone: PendingSettlement[]
  /** Payers with code, whose signature check runs code of their own. */
  readonly contracts: PendingSettlement[]
}

/**
 * Decides which payments may share a transaction. One payer whose signature check uses up the gas makes all the others fail, so
 * only 65-byte signatures of accounts without code share one. An account with EIP-7702 code counts as a contract.
 * @param codes code at each payer's address, in the order of the batch.
 */
export function sortBatch(batch: readonly PendingSettlement[], codes: readonly Hex[], multicall: boolean): SortedBatch {
  const sorted: SortedBatch = { together: [], alone: [], contracts: [] }
  for (const [index, settlement] of batch.entries()) {
    if (codes[index] !== '0x' || settlement.authorization.signature.length !== 2 + 2 * 65) sorted.contracts.push(settlement)
    else if (settlement.alone || !multicall) sorted.alone.push(settlement)
    else sorted.together.push(settlement)
  }
  if (sorted.together.length === 1) sorted.alone.push(...sorted.together.splice(0))
  return sorted
}
