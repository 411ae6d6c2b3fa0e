import type { Hex } from '../shared/bytes.ts'
import type { TransactionFacts, TransferFact } from './chain.ts'

/** What the chain shows if the payer made this transfer for one challenge; 32 bytes each, null for none. */
export interface ExpectedBinding {
  /** The nonce of an authorization that was made for the challenge. */
  readonly challengeHash: Hex | null
  /** The end of the calldata of a transfer that was made for the challenge. */
  readonly memo: Hex | null
}

/**
 * How the chain shows that the payer made this transfer for this challenge; null when it does not.
 *
 * - `nonce`: the challenge hash is the nonce of the authorization that made this transfer. The payer signed it, so it
 *   does not matter which account sent it, or through which contract.
 * - `memo`: anybody can append bytes to a call, also to one with another payer's signed authorization. So a memo counts only
 *   where the payer alone can have written it: in the payer's own transaction, which calls `transfer` of the token itself and
 *   makes this transfer and no other.
 */
export function bindingOf(
  facts: TransactionFacts,
  transfer: TransferFact,
  { challengeHash, memo }: ExpectedBinding,
): 'nonce' | 'memo' | null {
  const { authorization } = transfer
  if (challengeHash !== null && authorization !== null) {
    if (authorization.payer === transfer.from && authorization.nonce === challengeHash.toLowerCase()) return 'nonce'
  }
  return memo !== null && carriesMemo(facts, transfer, memo.toLowerCase()) ? 'memo' : null
}

function carriesMemo({ from, inputTail, directTransfer, transfers }: TransactionFacts, transfer: TransferFact, memo: string): boolean {
  const [only] = transfers
  if (directTransfer === null || only === undefined || transfers.length > 1 || only.logIndex !== transfer.logIndex) return false
  if (from !== transfer.from || directTransfer.to !== transfer.to || directTransfer.value !== transfer.value) return false
  // The arguments themselves never count as a memo.
  return directTransfer.extraBytes >= 32 && /^0x[0-9a-f]{64}$/.test(memo) && inputTail.endsWith(memo.slice(2))
}
