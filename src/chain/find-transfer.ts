import type { Hex } from '../shared/bytes.ts'
import { sameAddress } from './address.ts'
import type { TransactionFacts, TransferFact } from './chain.ts'

/**
 * The transfers of a transaction that paid the payee exactly this amount (base units), in log order. A transfer from the payee
 * to itself pays nothing.
 */
export function transfersTo(facts: Pick<TransactionFacts, 'transfers'>, payTo: Hex, amount: bigint): TransferFact[] {
  return facts.transfers.filter(({ from, to, value }) => value === amount && sameAddress(to, payTo) && !sameAddress(from, payTo))
}
