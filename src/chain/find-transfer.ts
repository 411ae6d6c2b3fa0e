import type { Hex } from '../shared/bytes.ts'
import { sameAddress } from './address.ts'
import type { TransactionFacts, TransferFact } from './chain.ts'

/**
 * The transfers of a transaction that brought the payee exactly this amount (base units), in log order. What the payee
 * sent to itself brought nothing.
 */
export function transfersTo(facts: Pick<TransactionFacts, 'transfers'>, payTo: Hex, amount: bigint): TransferFact[] {
  return facts.transfers.filter(({ from, to, value }) => value === amount && sameAddress(to, payTo) && !sameAddress(from, payTo))
}
