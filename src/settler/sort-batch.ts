import type { Hex } from '../shared/bytes.ts'
import type { Settlement } from './settlements.ts'

export interface SortedBatch {
  /** Plain accounts, safe to travel together. */
  readonly together: Settlement[]
  /** Plain accounts that go one by one: tried in a batch before, or there is nothing to batch with. */
  readonly alone: Settlement[]
  /** Payers with code, whose signature check runs code of their own. */
  readonly contracts: Settlement[]
}

/**
 * Who may share a transaction. One payer whose signature check burns gas fails all that travel with it, so only
 * 65-byte signatures of accounts without code do; an account with EIP-7702 code counts as a contract.
 * @param codes code at each payer's address, in the order of the batch.
 */
export function sortBatch(batch: readonly Settlement[], codes: readonly Hex[], multicall: boolean): SortedBatch {
  const sorted: SortedBatch = { together: [], alone: [], contracts: [] }
  for (const [index, settlement] of batch.entries()) {
    if (codes[index] !== '0x' || settlement.authorization.signature.length !== 2 + 2 * 65) sorted.contracts.push(settlement)
    else if (settlement.alone || !multicall) sorted.alone.push(settlement)
    else sorted.together.push(settlement)
  }
  if (sorted.together.length === 1) sorted.alone.push(...sorted.together.splice(0))
  return sorted
}
